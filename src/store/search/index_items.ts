import type { ItemKind } from "../../core/search/search_types.ts";
import { indexedAttributes, indexedText } from "../../core/search/indexed_words.ts";
import { indexedRelated } from "../../core/search/related_words.ts";
import { parseTexts } from "../json_columns.ts";
import type { Store } from "../store.ts";
import { indexFiles } from "./item_files.ts";
import { ITEM_TEXTS, type ItemText } from "./item_texts.ts";
import { keepWordShares } from "./keep_word_shares.ts";
import { isAnyQueued } from "./queue.ts";

/** Rows that are read at once. */
const CHUNK = 200;
/** Few and worth their words, unlike what was said and done and the functions of a program. */
const STATED: readonly ItemKind[] = ["memory", "ghap", "value", "session"];

/**
 * Indexes these rows anew, each with what it says now; one that is gone, or not to be found, leaves the index. All or
 * nothing.
 */
export function indexItems(store: Store, kind: ItemKind, refs: readonly number[]): void {
  store.transaction(() => {
    keepWordShares(store);
    for (let i = 0; i < refs.length; i += CHUNK) indexChunk(store, kind, refs.slice(i, i + CHUNK));
  });
}

/** Takes these rows out of the index, as their texts are gone. */
export function unindexItems(store: Store, kind: ItemKind, refs: readonly number[]): void {
  if (refs.length === 0) return;
  store.run(
    "delete from search_items where kind = ? and ref in (select value from json_each(?))",
    kind,
    JSON.stringify(refs),
  );
}

/** Indexes what triggers have noted, at most so many rows; returns how many. */
export function indexQueued(store: Store, limit: number): number {
  if (!isAnyQueued(store)) return 0;
  return store.transaction(() => {
    const rows = store.all<{ kind: ItemKind; ref: number }>(
      "select kind, ref from search_queue order by kind, ref limit ?",
      limit,
    );
    for (const [kind, group] of Map.groupBy(rows, (row) => row.kind)) {
      const refs = group.map(({ ref }) => ref);
      indexItems(store, kind, refs);
      store.run(
        "delete from search_queue where kind = ? and ref in (select value from json_each(?))",
        kind,
        JSON.stringify(refs),
      );
    }
    return rows.length;
  });
}

function indexChunk(store: Store, kind: ItemKind, refs: readonly number[]): void {
  unindexItems(store, kind, refs);
  for (const text of store.all<ItemText>(`${ITEM_TEXTS[kind]} order by ref`, JSON.stringify(refs))) {
    addItem(store, kind, text);
  }
}

function addItem(store: Store, kind: ItemKind, text: ItemText): void {
  const partition = partitionOf(store, partitionNameOf(text.project), kind);
  const item = store.first<{ id: number }>(
    `insert into search_items (partition, kind, ref, session_id, position, created_at) values (?, ?, ?, ?, ?, ?)
     returning id`,
    partition,
    kind,
    text.ref,
    text.session_id,
    text.position,
    text.created_at,
  );
  const attributes = indexedAttributes(
    partition,
    parseTexts(text.files ?? "[]"),
    text.names?.split("\n") ?? [],
  );
  const replaced = indexedText(partition, text.replaced ?? null);
  const title = indexedText(partition, text.title);
  const body = indexedText(partition, text.body);
  store.run(
    "insert into search_fts (rowid, title, body, attributes, related) values (?, ?, ?, ?, ?)",
    item?.id ?? 0,
    title,
    body,
    `${attributes} ${replaced}`.trim(),
    STATED.includes(kind) ? indexedRelated(partition, `${title} ${body}`) : "",
  );
  if (kind === "memory" || kind === "ghap") {
    indexFiles(store, item?.id ?? 0, [text.title, text.body, text.files]);
  }
}

/** A row that was written without a project is nobody's: it is found where all projects are looked through. */
function partitionNameOf(project: string | null): string {
  return project === "" ? "?" : project ?? "";
}

/** The number of a partition, in which there is now one item more. */
function partitionOf(store: Store, project: string, kind: ItemKind): number {
  return store.first<{ id: number }>(
    `insert into search_partitions (project, kind, items) values (?, ?, 1)
     on conflict do update set items = items + 1 returning id`,
    project,
    kind,
  )?.id ?? 0;
}
