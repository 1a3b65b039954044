import { countWaiting } from "../../store/waiting_candidates.ts";
import { amount } from "../table.ts";
import { openWithoutTrace } from "./database_state.ts";
import { type Finding, ok } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

const CHECK = "candidates";

/** How many candidates wait for a person. Nothing is wrong with that; who does not look loses them in the end. */
export function checkCandidates({ paths }: HomeProbe): Finding[] {
  const waiting = waitingIn(paths.database);
  if (waiting === undefined) return [];
  if (waiting === 0) return [ok(CHECK, "No candidate waits to be kept or dropped")];
  const what = `${amount(waiting, "candidate")} ${waiting === 1 ? "waits" : "wait"}`;
  return [ok(CHECK, `${what} to be kept or dropped: mneme memory list --candidates --all`)];
}

/** `undefined` where the database is absent, damaged, locked or of another version, which other checks say better. */
function waitingIn(database: string): number | undefined {
  try {
    using store = openWithoutTrace(database);
    return countWaiting(store);
  } catch {
    return undefined;
  }
}
