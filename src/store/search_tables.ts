// The small tables beside the search index. They stand apart from it, as its words of all languages are many, and a hook
// that only queues an item or looks for a file does without them.

import { fileKey } from "../base/hash.ts";
import type { Shares } from "../search/question.ts";
import type { ItemKind } from "../search/search_types.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/**
 * The mark in `related` between the words of an item's phrases and those that are said for its words: no word itself.
 * One column for both, as the index does not tell columns apart and a further one would mean to write it all anew.
 */
export const BEHIND_PHRASES = "|";

/** True when triggers have noted anything to be indexed. */
export function isAnyQueued(store: Store): boolean {
  return store.has("select 1 from search_queue limit 1");
}

/** Has these rows indexed soon. */
export function queueForSearch(store: Store, kind: ItemKind, refs: readonly number[]): void {
  store.run(sql`
    insert or ignore into search_queue (kind, ref) select ${kind}, value from json_each(${refs})`);
}

/**
 * Has the next prompts indexed that never were, oldest first, and returns how many. No trigger notes them, as a prompt
 * must not wait for one; they are those behind the last one that the index knows. One whose session is not known, as
 * where its page was broken, cannot be indexed, and would be the next for ever.
 */
export function queuePrompts(store: Store, limit: number): number {
  return store.run(sql`
    insert or ignore into search_queue (kind, ref) select 'prompt', id from prompts
    where id > max(coalesce((select max(ref) from search_items where kind = 'prompt'), 0),
    coalesce((select max(ref) from search_queue where kind = 'prompt'), 0))
    and session_id in (select session_id from sessions) order by id limit ${limit}`);
}

export function queuedForSearch(store: Store): number {
  return store.value("select count(*) from search_queue") ?? 0;
}

/** The share of all texts in which each of these words stands, of those that are known to be common. */
export function sharesOf(store: Store, words: readonly string[]): Shares {
  const found = store.all<{ word: string; share: number }>(sql`
    select word, share from search_words where word in ${list(words)}`);
  return new Map(found.map(({ word, share }) => [word, share]));
}

/** Memories and lessons: what a file can be attached to or named by. */
type SavedKind = "memory" | "ghap";

export interface NamingItem {
  readonly kind: SavedKind;
  readonly ref: number;
}

/** The newest that hold the file's name are looked at closely. */
const MAX_LOOKED_AT = 30;

const SQL = `select i.kind, i.ref from item_files f join search_items i on i.id = f.item
    join search_partitions p on p.id = i.partition
  where f.name = ? and p.project in (?, '') order by f.item desc limit ${MAX_LOOKED_AT}`;

/**
 * Finds the items of the project, and of the user's own, that hold this name of a file, whichever folder it means: one
 * look into an index, and for most files nothing.
 */
export function itemsNaming(store: Store, project: string, name: string): NamingItem[] {
  return store.all<NamingItem>(SQL, fileKey(name), project);
}
