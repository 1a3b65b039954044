import type { ItemKind, SearchQuery } from "../core/search/search_types.ts";
import { partitionsFor } from "./search/partitions.ts";
import type { SqlValue, Store } from "./store.ts";

/** An indexed item that has no vector of the model yet. */
export interface UnembeddedItem {
  /** Its number in the index, never given again, also where its text changes. */
  readonly item: number;
  readonly kind: ItemKind;
  readonly ref: number;
}

/** A vector, packed, to be stored; an empty one for a text that has none. */
export interface ItemVector {
  readonly item: number;
  readonly vector: Uint8Array;
}

/** Where vectors may be computed for, and of which model. */
export interface EmbeddedPlace {
  readonly model: string;
  readonly projects: readonly string[];
}

/** Every project with something in the index; '' holds the user's own. */
export function indexedProjects(store: Store): string[] {
  return store.all<{ project: string }>("select distinct project from search_partitions where items > 0")
    .map(({ project }) => project);
}

/** Items of these projects without a vector of this model, the newest first. */
export function unembeddedItems(store: Store, place: EmbeddedPlace, limit: number): UnembeddedItem[] {
  return store.all<UnembeddedItem>(
    `select id as item, kind, ref from search_items ${UNEMBEDDED} order by id desc limit ?`,
    JSON.stringify(place.projects),
    place.model,
    limit,
  );
}

/** How many items of these projects have no vector of this model. */
export function countUnembedded(store: Store, place: EmbeddedPlace): number {
  return store.first<{ count: number }>(
    `select count(*) as count from search_items ${UNEMBEDDED}`,
    JSON.stringify(place.projects),
    place.model,
  )?.count ?? 0;
}

const UNEMBEDDED = `where partition in (
    select id from search_partitions where project in (select value from json_each(?)))
  and not exists (select 1 from embeddings where embeddings.item = search_items.id and model = ?)`;

/** Whether anything can be held against a question's vector. */
export function hasVectors(store: Store, model: string): boolean {
  return store.first("select 1 from embeddings where model = ? and length(vector) > 0 limit 1", model) !==
    undefined;
}

/** Keeps the vectors of those items that are still there: what was forgotten while the server thought stays so. */
export function saveVectors(store: Store, model: string, vectors: readonly ItemVector[]): void {
  store.transaction(() => {
    for (const { item, vector } of vectors) {
      store.run(
        `insert or replace into embeddings (item, model, vector)
         select id, ?, ? from search_items where id = ?`,
        model,
        vector,
        item,
      );
    }
  });
}

/** Takes out vectors of this model that have another length: the same name now stands for another model. */
export function dropOtherLengths(store: Store, model: string, length: number): number {
  return store.run("delete from embeddings where model = ? and length(vector) not in (0, ?)", model, length);
}

/** Takes out the vectors of every other model. */
export function dropOtherModels(store: Store, model: string): number {
  return store.run("delete from embeddings where model <> ?", model);
}

/** Which vectors a scan reads. */
export interface VectorScan {
  readonly model: string;
  /** Of a packed vector, in bytes. */
  readonly length: number;
}

/** Vectors that leave the database at once: one by one, a hundred thousand take twice as long. */
const BLOCK = 512;

/**
 * Hands all vectors of this model and length to `visit`, in blocks: the numbers of the items, and their vectors one after
 * the other. `group_concat` takes blobs for text and copies their bytes as they are.
 */
export function scanVectors(
  store: Store,
  { model, length }: VectorScan,
  visit: (items: readonly number[], vectors: Uint8Array) => void,
): void {
  for (let after = 0;;) {
    const block = store.first<{ items: string; vectors: Uint8Array | null }>(
      `select json_group_array(item) as items, cast(group_concat(vector, '') as blob) as vectors
       from (select item, vector from embeddings
         where item > ? and model = ? and length(vector) = ? order by item limit ${BLOCK})`,
      after,
      model,
      length,
    );
    const items = JSON.parse(block?.items ?? "[]") as number[];
    if (items.length === 0 || !block?.vectors) return;
    visit(items, block.vectors);
    after = items.at(-1) ?? Infinity;
  }
}

/** The numbers of the items that a question's filters leave, ascending; `undefined` where it has none. */
export function fittingItems(store: Store, query: SearchQuery): readonly number[] | undefined {
  const { project, kinds, category, since, until } = query;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const demand = (condition: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  if (project !== undefined || kinds !== undefined) {
    const partitions = partitionsFor(store, project, kinds).map(({ id }) => id);
    demand("partition in (select value from json_each(?))", JSON.stringify(partitions));
  }
  demand("created_at >= ?", since);
  demand("created_at <= ?", until);
  demand("kind = 'memory' and ref in (select id from memories where category = ?)", category);
  if (conditions.length === 0) return undefined;
  const found = store.first<{ items: string }>(
    `select json_group_array(id) as items
     from (select id from search_items where ${conditions.join(" and ")} order by id)`,
    ...values,
  );
  return JSON.parse(found?.items ?? "[]") as number[];
}

/** An item of the index by its number there. */
export interface IndexedItem extends UnembeddedItem {
  readonly project: string;
  readonly sessionId: string | null;
  readonly createdAt: string;
}

/** These items of the index, in no order. */
export function indexedItems(store: Store, items: readonly number[]): IndexedItem[] {
  return store.all<IndexedItem>(
    `select i.id as item, i.kind, i.ref, p.project, i.session_id as sessionId, i.created_at as createdAt
     from search_items i join search_partitions p on p.id = i.partition
     where i.id in (select value from json_each(?))`,
    JSON.stringify(items),
  );
}

/** The numbers in the index of these items of one kind. */
export function itemsOfRefs(store: Store, kind: ItemKind, refs: readonly number[]): Map<number, number> {
  const rows = store.all<{ item: number; ref: number }>(
    "select id as item, ref from search_items where kind = ? and ref in (select value from json_each(?))",
    kind,
    JSON.stringify(refs),
  );
  return new Map(rows.map(({ item, ref }) => [ref, item]));
}
