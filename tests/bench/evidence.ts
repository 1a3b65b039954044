import type { TestHome } from "../_support/test_home.ts";
import type { Programs } from "./programs.ts";
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
  programs: Programs,
  expected: { readonly work: Work; readonly before: number; readonly runs: number },
): Promise<void> {
  const { work, before, runs } = expected;
  await home.settle();
  const drained = await home.mneme(["process"], { dist: programs.folder });
  if (drained.code !== 0) throw new Error(`Cannot check "${work.name}": ${drained.stderr.trim()}`);
  const left = countTraces(home, work) - before;
  const due = work.leaves === undefined ? 0 : runs;
  if (left === due) return;
  throw new Error(
    `Cannot trust "${work.name}": ${runs} runs left ${left} rows instead of ${due}; ` +
      `look into the log:\n${home.log()}`,
  );
}
