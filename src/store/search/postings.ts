import type { AskedTerm } from "../../core/search/question.ts";
import { wordIn } from "../../core/search/indexed_words.ts";
import type { Store } from "../store.ts";
import type { Partition } from "./partitions.ts";

/** The newest items that hold a term. */
export interface Posting extends AskedTerm {
  readonly items: readonly number[];
  /** How many hold it: exact while few do, an estimate beyond. */
  readonly frequency: number;
}

/**
 * Per term the newest `limit` items of these partitions that hold it: a word that more of them hold tells little. In one
 * statement, as each costs as much as the reading.
 */
export function postingsOf(
  store: Store,
  terms: readonly AskedTerm[],
  { partitions, limit }: { readonly partitions: readonly Partition[]; readonly limit: number },
): Posting[] {
  const matches = terms.map(({ word }) => partitions.map(({ id }) => `"${wordIn(id, word)}"`).join(" OR "));
  const found = store.first<{ newest: number | null; postings: string }>(
    POSTINGS,
    limit,
    JSON.stringify(matches),
  );
  const postings = JSON.parse(found?.postings ?? "[]") as number[][];
  return terms.map((term, i) => {
    const items = postings[i] ?? [];
    const isWhole = items.length < limit;
    return { ...term, items, frequency: isWhole ? items.length : frequencyOf(items, found?.newest ?? 0) };
  });
}

const POSTINGS =
  `select (select max(id) from search_items) as newest, json_group_array(json(items)) as postings from (
  select (select json_group_array(rowid) from (
    select rowid from search_fts where search_fts match value order by rowid desc limit ?
  )) as items from json_each(?) order by key)`;

/** Of a frequent term, by how close together its newest items lie. */
function frequencyOf(items: readonly number[], newest: number): number {
  const oldest = items.at(-1) ?? 1;
  return Math.max(items.length, Math.round(items.length * newest / (newest - oldest + 1)));
}
