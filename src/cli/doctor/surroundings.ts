import { isSwitchedOn } from "../../host/environment.ts";
import { currentPauses, describePause } from "../pause_file.ts";
import { sizeText } from "../table.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

const TOO_LITTLE_BYTES = 50e6;
const LITTLE_BYTES = 500e6;

/** Whether somebody paused mneme: the usual reason for "it remembers nothing". */
export function checkPauses({ paths, now }: HomeProbe): Finding[] {
  const pauses = currentPauses(paths, now.getTime()).map((pause) =>
    warn("pause", `Paused: ${describePause(pause)}`, { fix: "mneme unpause" })
  );
  const off = isSwitchedOn("MNEME_DISABLED")
    ? [warn("pause", "MNEME_DISABLED is set here: hooks of a client that is started here do nothing", {
      fix: "unset MNEME_DISABLED",
    })]
    : [];
  return pauses.length + off.length === 0 ? [ok("pause", "Nothing is paused")] : [...off, ...pauses];
}

/** Whether there is room for what comes. */
export function checkDisk({ paths, freeBytes }: HomeProbe): Finding[] {
  const free = freeBytes(paths.root);
  if (free === undefined) return [];
  const text = `${sizeText(free)} are free on the disk of ${paths.root}`;
  if (free >= LITTLE_BYTES) return [ok("disk", text)];
  const level = free < TOO_LITTLE_BYTES ? fail : warn;
  return [level("disk", text, { fix: "free some space" })];
}
