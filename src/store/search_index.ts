// Writes the search index. For `mneme process`, ends of commands, starts with queued rows, and forgetting.
import { fileKey } from "../base/hash.ts";
import { commonStems, indexedRelated, LISTS_VERSION } from "../search/word_lists.ts";
import { fileNamesIn } from "../search/file_names.ts";
import type { ItemKind } from "../search/search_types.ts";
import { indexedAttributes, indexedPhrases, indexedText } from "../search/terms.ts";
import { parseTexts } from "./columns.ts";
import { type IndexedItem, itemsToIndex } from "./items.ts";
import { BEHIND_PHRASES, isAnyQueued, sharesOf } from "./search_tables.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The kinds that are also indexed with related words; they are few, unlike prompts and observations. */
const STATED: readonly ItemKind[] = ["memory", "ghap", "value", "session"];

/** Indexes these rows anew. A row that is gone, or that the search must not find, leaves the index. */
export function indexItems(store: Store, kind: ItemKind, refs: readonly number[]): void {
  store.transaction(() => {
    keepWordShares(store);
    unindexItems(store, kind, refs);
    for (const item of itemsToIndex(store, kind, refs)) addItem(store, kind, item);
  });
}

export function unindexItems(store: Store, kind: ItemKind, refs: readonly number[]): void {
  if (refs.length === 0) return;
  store.run(sql`delete from search_items where kind = ${kind} and ref in ${list(refs)}`);
}

/** Indexes at most `limit` queued rows; returns how many. */
export function indexQueued(store: Store, limit: number): number {
  if (!isAnyQueued(store)) return 0;
  return store.transaction(() => {
    const rows = store.all<{ kind: ItemKind; ref: number }>(sql`
      select kind, ref from search_queue order by kind, ref limit ${limit}`);
    for (const [kind, group] of Map.groupBy(rows, (row) => row.kind)) {
      const refs = group.map(({ ref }) => ref);
      indexItems(store, kind, refs);
      store.run(sql`delete from search_queue where kind = ${kind} and ref in ${list(refs)}`);
    }
    return rows.length;
  });
}

function addItem(store: Store, kind: ItemKind, item: IndexedItem): void {
  const { title, body, files } = item;
  // '' for the user's own, `?` for a row with an empty project
  const project = item.project === "" ? "?" : item.project ?? "";
  const partition = store.value<number>(sql`
    insert into search_partitions (project, kind, items) values (${project}, ${kind}, 1)
    on conflict do update set items = items + 1 returning id`) ?? 0;
  const row = store.value<number>(sql`
    insert into search_items (partition, kind, ref, session_id, position, created_at)
    values (${partition}, ${kind}, ${item.ref}, ${item.sessionId}, ${item.position}, ${item.createdAt})
    returning id`) ?? 0;
  const attributes = indexedAttributes(partition, parseTexts(files), item.names?.split("\n") ?? []);
  const replaced = indexedText(partition, item.replaced);
  const phrases = indexedPhrases(partition, parseTexts(item.phrases ?? "[]"));
  const related = STATED.includes(kind) ? indexedRelated(partition, `${title ?? ""}\n${body ?? ""}`) : "";
  store.run(sql`
    insert into search_fts (rowid, title, body, attributes, related)
    values (${row}, ${indexedText(partition, title)}, ${indexedText(partition, body)},
    ${`${attributes} ${replaced}`.trim()},
    ${phrases === "" ? related : `${phrases} ${BEHIND_PHRASES} ${related}`})`);
  const keys = kind === "memory" || kind === "ghap" ? fileNamesIn([title, body, files]).map(fileKey) : [];
  if (keys.length === 0) return;
  store.run(sql`insert or ignore into item_files (name, item) select value, ${row} from json_each(${keys})`);
}

export function pruneItemFiles(store: Store): number {
  return store.run("delete from item_files where item not in (select id from search_items)");
}

const VERSION_KEY = ""; // the key of `search_words` with the version of the lists; no word is spelled like it

/** Writes this program's list of common words into the database, so that hooks need not load it. */
export function keepWordShares(store: Store): void {
  if (sharesOf(store, [VERSION_KEY]).get(VERSION_KEY) === LISTS_VERSION) return;
  store.transaction(() => {
    store.run("delete from search_words");
    store.run(sql`
      insert into search_words (word, share) select value ->> 0, value ->> 1
      from json_each(${[[VERSION_KEY, LISTS_VERSION], ...commonStems()]})`);
    // Until they are indexed anew, items are found by the related words of the former list.
    store.run(sql`
      insert or ignore into search_queue (kind, ref)
      select kind, ref from search_items where kind in ${list(STATED)}`);
  });
}

const PAGES = 500; // the most pages that one step writes: some 2 MB, a few dozen milliseconds
const LEAST_CHANGES = 2; // a step with fewer changes had nothing to merge: the command itself counts as one

/** Merges the parts of the index, one step for each `next()`: a prompt's search then takes half the time. */
export function* mergeIndex(store: Store): Generator<void> {
  let pages = -PAGES; // FTS5 begins a merge with a negative number and goes on with a positive one
  for (;;) {
    const before = changesOf(store);
    store.run(sql`insert into search_fts (search_fts, rank) values ('merge', ${pages})`);
    if (changesOf(store) - before < LEAST_CHANGES) return;
    pages = PAGES;
    yield;
  }
}

const changesOf = (store: Store) => store.value<number>("select total_changes()") ?? 0;
