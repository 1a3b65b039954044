import { amount } from "../table.ts";
import { type Finding, ok, warn } from "./finding.ts";
import { homeEntries, nameSome } from "./home_files.ts";
import type { HomeProbe } from "./probe.ts";

const CHECK = "leftovers";
/** A younger one may belong to a process that is still writing. */
const MIN_AGE_MS = 3_600_000;

/** Files that nobody needs: of writers that were killed, and databases that were set aside as damaged. */
export function checkLeftovers({ paths, now }: HomeProbe): Finding[] {
  const entries = homeEntries(paths.root);
  const temporary = entries.filter(({ path, isFolder, changedAt }) =>
    !isFolder && path.endsWith(".tmp") && now.getTime() - changedAt > MIN_AGE_MS
  );
  const prefix = `${paths.database}.corrupt-`;
  const setAside = entries.filter(({ path }) =>
    path.startsWith(prefix) && !/\/|-wal$|-shm$|\.salvaged$/.test(path.slice(prefix.length))
  );
  const findings: Finding[] = [];
  if (temporary.length > 0) {
    const text = `${amount(temporary.length, "temporary file")} of writers that were killed: ${
      nameSome(temporary, paths.root)
    }`;
    findings.push(warn(CHECK, text, {
      fix: "mneme doctor --fix",
      repair: () => {
        for (const { path } of temporary) Deno.removeSync(path);
        return `Removed ${amount(temporary.length, "temporary file")}`;
      },
    }));
  }
  if (setAside.length > 0) {
    const text = `A damaged database was set aside: ${nameSome(setAside, paths.root)}; it holds private text`;
    findings.push(warn(CHECK, text, { fix: `rm -r '${prefix}'*, when you no longer need it` }));
  }
  return findings.length > 0 ? findings : [ok(CHECK, "Nothing was left behind")];
}
