import { amount } from "../table.ts";
import { type Finding, ok, warn } from "./finding.ts";
import { homeEntries, type HomeEntry, nameSome } from "./home_files.ts";
import type { HomeProbe } from "./probe.ts";
import { checkSetAside } from "./set_aside.ts";

const CHECK = "leftovers";
/** A younger one may belong to a process that is still writing. */
const MIN_AGE_MS = 3_600_000;

/** Files that nobody needs: of writers that were killed, and databases that were set aside as damaged. */
export function checkLeftovers(probe: HomeProbe): Finding[] {
  const entries = homeEntries(probe.paths.root);
  const findings = [...checkTemporary(probe, entries), ...checkSetAside(CHECK, probe.paths, entries)];
  return findings.length > 0 ? findings : [ok(CHECK, "Nothing was left behind")];
}

function checkTemporary({ paths, now }: HomeProbe, entries: readonly HomeEntry[]): Finding[] {
  const temporary = entries.filter(({ path, isFolder, changedAt }) =>
    !isFolder && /\.tmp(-journal)?$/.test(path) && now.getTime() - changedAt > MIN_AGE_MS
  );
  if (temporary.length === 0) return [];
  const text = `${amount(temporary.length, "temporary file")} of writers that were killed: ${
    nameSome(temporary, paths.root)
  }`;
  return [warn(CHECK, text, {
    fix: "mneme doctor --fix",
    repair: () => {
      for (const { path } of temporary) Deno.removeSync(path);
      return `Removed ${amount(temporary.length, "temporary file")}`;
    },
  })];
}
