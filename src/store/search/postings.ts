import type { AskedTerm } from "../../core/search/question.ts";
import type { Store } from "../store.ts";
import type { Partition } from "./partitions.ts";

/** The newest items that hold a term. */
export interface Posting extends AskedTerm {
  readonly items: readonly number[];
  /** How many hold it: exact while few do, an estimate beyond. */
  readonly frequency: number;
}

/** Items read per term: a word that more of them hold tells little. */
const MAX_ITEMS = 1000;

/** Per term the newest items of these partitions that hold it; reads no more than a bounded number of each. */
export function postingsOf(
  store: Store,
  terms: readonly AskedTerm[],
  partitions: readonly Partition[],
): Posting[] {
  const newest = store.first<{ id: number }>("select max(id) as id from search_items")?.id ?? 0;
  return terms.map((term) => {
    const match = partitions.map(({ id }) => `"${id}_${term.word}"`).join(" OR ");
    const row = store.first<{ ids: string | null }>(
      `select group_concat(rowid) as ids from (
         select rowid from search_fts where search_fts match ? order by rowid desc limit ${MAX_ITEMS})`,
      match,
    );
    const items = row?.ids ? row.ids.split(",").map(Number) : [];
    return { ...term, items, frequency: frequencyOf(items, newest) };
  });
}

/** Of a frequent term, by how close together its newest items lie. */
function frequencyOf(items: readonly number[], newest: number): number {
  if (items.length < MAX_ITEMS) return items.length;
  const oldest = items.at(-1) ?? 1;
  return Math.max(items.length, Math.round(items.length * newest / (newest - oldest + 1)));
}
