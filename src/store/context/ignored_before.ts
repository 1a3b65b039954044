import type { ScorePart } from "../../core/search/search_types.ts";

/** Brought back so often without use, an item counts for less. */
export const PATIENCE = 5;
const ONCE_NEGLECTED = 0.75;
const AGAIN_NEGLECTED = 0.5;

/** Of rows of `injections` those that show whether the item was of use where a hook found it. */
export const IS_JUDGED = "used is not null and hook not in ('compaction', 'start')";

/** How often the item of this id, an expression of SQL that names tables, was brought back and not used; 0 once it was of use. */
export function ignoredSql(id: string): string {
  return `(select iif(max(used) = 0, count(*), 0) from injections where item = ${id} and ${IS_JUDGED})`;
}

/** By what its score is lowered; 1 for what was not ignored often enough. */
export function neglectFactor(ignored: number): number {
  if (ignored < PATIENCE) return 1;
  return ignored >= 2 * PATIENCE ? AGAIN_NEGLECTED : ONCE_NEGLECTED;
}

/** The item with its score lowered, and why. */
export function lowered<T extends { readonly score: number; readonly why: readonly ScorePart[] }>(
  item: T,
  factor: number,
): T {
  if (factor === 1) return item;
  const loss = item.score * (factor - 1);
  return { ...item, score: item.score + loss, why: [...item.why, { name: "ignored before", value: loss }] };
}
