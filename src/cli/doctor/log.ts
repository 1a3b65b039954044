import { readFailures } from "../hook_log.ts";
import { localTime, plainLine } from "../plain_text.ts";
import { amount } from "../table.ts";
import { type Finding, ok, warn } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

const CHECK = "errors";
const DAY_MS = 86_400_000;

/** What went wrong in the last 24 hours: how often, and the newest. */
export function checkLog({ paths, now }: HomeProbe): Finding[] {
  const recent = readFailures(paths).filter(({ time }) => now.getTime() - time.getTime() <= DAY_MS);
  const newest = recent.at(-1);
  if (newest === undefined) return [ok(CHECK, "No error in the last 24 hours")];
  const text = `${amount(recent.length, "error")} in the last 24 hours, the newest at ${
    localTime(newest.time.toISOString())
  } in ${plainLine(newest.hook, 40)}: ${plainLine(newest.message, 200)}`;
  return [warn(CHECK, text, { fix: `see ${paths.logFile}` })];
}
