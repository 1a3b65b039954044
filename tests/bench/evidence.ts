import { pathsBelow } from "../../src/machine/paths.ts";
import { drainSpool } from "../../src/hook/drain_spool.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import type { TestHome } from "../_support/test_home.ts";
import type { Work } from "./works.ts";

/** How many rows the work has left so far: of its event, or, where it must leave nothing, of any. */
export function countTraces(home: TestHome, work: Work): number {
  const [row] = work.leaves === undefined
    ? home.rows("select count(*) as n from event_log")
    : home.rows("select count(*) as n from event_log where event = ?", work.leaves);
  return Number(row?.n);
}

/** A figure counts only for work that was done: throws unless each run left its row, in the database or the spool. */
export async function requireTraces(
  home: TestHome,
  expected: { readonly work: Work; readonly before: number; readonly runs: number },
): Promise<void> {
  const { work, before, runs } = expected;
  await home.settle();
  drain(home);
  requireAsks(home, work, runs);
  const left = countTraces(home, work) - before;
  const due = work.leaves === undefined ? 0 : runs;
  if (left === due) return;
  throw new Error(
    `Cannot trust "${work.name}": ${runs} runs left ${left} rows instead of ${due}; ` +
      `look into the log:\n${home.log()}`,
  );
}

function requireAsks(home: TestHome, { name, asksAnew }: Work, runs: number): void {
  if (asksAnew === undefined) return;
  const [row] = home.rows("select count(*) as n from memories where status = 'candidate'");
  if (Number(row?.n) === runs) return;
  throw new Error(
    `Cannot trust "${name}": ${runs} runs asked about ${row?.n} new findings; look at what they print`,
  );
}

/** Not by `mneme process`, which would remove the events of the history as well. */
function drain(home: TestHome): void {
  using store = openAnyVersion(home.database);
  drainSpool(store, pathsBelow(home.data), { drainLimit: Infinity, log: () => {} });
}
