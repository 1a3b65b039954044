import type { Store } from "../store.ts";
import { IS_JUDGED, neglectFactor, PATIENCE } from "./ignored_before.ts";

interface NeglectRow {
  readonly item: string;
  readonly ignored: number;
}

/**
 * By what factor the score of an item is lowered that was brought back again and again and never used; items that are
 * not among the result keep theirs. One use makes up for everything.
 */
export function neglectFactors(store: Store, items: readonly string[]): Map<string, number> {
  const counts = ignoredCounts(store, items);
  return new Map([...counts].map(([item, count]) => [item, neglectFactor(count)]));
}

/** How often those of the items came back that did so again and again and were never used. */
export function ignoredCounts(store: Store, items: readonly string[]): Map<string, number> {
  if (items.length === 0) return new Map();
  const rows = store.all<NeglectRow>(
    `select item, count(*) as ignored from injections
     where item in (select value from json_each(?)) and ${IS_JUDGED}
     group by item having max(used) = 0 and ignored >= ${PATIENCE}`,
    JSON.stringify(items),
  );
  return new Map(rows.map(({ item, ignored }) => [item, ignored]));
}
