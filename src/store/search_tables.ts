// The small tables beside the search index: hooks that use these alone need not load the index's word lists.
import { fileKey } from "../base/hash.ts";
import type { Shares } from "../search/terms.ts";
import type { ItemKind } from "../search/search_types.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Divides an item's phrases from its related words: a further column would mean to write the whole index anew. */
export const BEHIND_PHRASES = "|";

export const isAnyQueued = (store: Store): boolean => store.has("select 1 from search_queue limit 1");

export function queueForSearch(store: Store, kind: ItemKind, refs: readonly number[]): void {
  store.run(sql`
    insert or ignore into search_queue (kind, ref) select ${kind}, value from json_each(${refs})`);
}

/** The prompts after the last one indexed or queued, without those of an unknown session, which cannot be indexed. */
const NEW_PROMPTS = sql`prompts
  where id > max(coalesce((select max(ref) from search_items where kind = 'prompt'), 0),
  coalesce((select max(ref) from search_queue where kind = 'prompt'), 0))
  and session_id in (select session_id from sessions)`;

/** Queues the next new prompts by number; returns how many. A trigger would delay the hook that stores a prompt. */
export function queuePrompts(store: Store, limit: number): number {
  return store.run(sql`
    insert or ignore into search_queue (kind, ref) select 'prompt', id from ${NEW_PROMPTS}
    order by id limit ${limit}`);
}

export const isAnyPromptNew = (store: Store): boolean => store.has(sql`select 1 from ${NEW_PROMPTS} limit 1`);

export function queuedForSearch(store: Store): number {
  return store.value("select count(*) from search_queue") ?? 0;
}

/** Returns the share of texts that have each of these stems; none for a rare stem. */
export function sharesOf(store: Store, words: readonly string[]): Shares {
  return store.map(sql`select word, share from search_words where word in ${list(words)}`);
}

/** A memory or a lesson: the kinds that can be about a file. */
export type NamingItem = Readonly<{ kind: "memory" | "ghap"; ref: number }>;

const MAX_LOOKED_AT = 30; // the most items that are returned; the newest that hold the file's name

/** Finds items of the project, and the user's own, that hold this name of a file or a folder, in whatever folder. */
export function itemsNaming(store: Store, project: string, name: string): NamingItem[] {
  return store.all<NamingItem>(sql`
    select i.kind, i.ref from item_files f join search_items i on i.id = f.item
    join search_partitions p on p.id = i.partition where f.name = ${fileKey(name)}
    and p.project in (${project}, '') order by f.item desc limit ${MAX_LOOKED_AT}`);
}
