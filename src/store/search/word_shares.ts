import type { Shares } from "../../core/search/common_words.ts";
import type { Store } from "../store.ts";

/** In what share of all texts these words stand, of those that are known to be common. */
export function sharesOf(store: Store, words: readonly string[]): Shares {
  const found = store.first<{ shares: string }>(
    `select json_group_array(json_array(word, share)) as shares from search_words
     where word in (select value from json_each(?))`,
    JSON.stringify(words),
  );
  return new Map(JSON.parse(found?.shares ?? "[]") as [string, number][]);
}
