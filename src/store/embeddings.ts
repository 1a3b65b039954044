// The vectors of indexed items: `mneme process` computes them, and `mneme search` compares them with a query's.
import type { ItemKey, SearchQuery } from "../search/search_types.ts";
import { filtersOf, partitionsFor } from "./search.ts";
import { every, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export interface UnembeddedItem extends ItemKey {
  /** The item's number in the index. A number is never used again: an item whose text changes gets a new one. */
  readonly item: number;
}

/** A packed vector to store; empty for a blank or refused text, so that it is not sent again. */
export type ItemVector = Readonly<{ item: number; vector: Uint8Array }>;

export type EmbeddedScope = Readonly<{ model: string; projects: readonly string[] }>;

/** Lists every project with indexed items; "" stands for the user's own items, "?" for items of no project. */
export function indexedProjects(store: Store): string[] {
  return store.column("select distinct project from search_partitions where items > 0");
}

export function unembeddedItems(store: Store, scope: EmbeddedScope, limit: number): UnembeddedItem[] {
  return store.all<UnembeddedItem>(sql`
    select id as item, kind, ref from search_items where ${isUnembedded(scope)}
    order by id desc limit ${limit}`);
}

export function countUnembedded(store: Store, scope: EmbeddedScope): number {
  return store.value<number>(sql`select count(*) from search_items where ${isUnembedded(scope)}`) ?? 0;
}

function isUnembedded({ projects, model }: EmbeddedScope): Sql {
  return sql`
    partition in (select id from search_partitions where project in ${list(projects)})
    and not exists (select 1 from embeddings where embeddings.item = search_items.id and model = ${model})`;
}

export function hasVectors(store: Store, model: string): boolean {
  return store.has(sql`select 1 from embeddings where model = ${model} and length(vector) > 0 limit 1`);
}

/** Stores vectors of items that still exist: an item may be forgotten while the server works. */
export function saveVectors(store: Store, model: string, vectors: readonly ItemVector[]): void {
  store.transaction(() => {
    for (const { item, vector } of vectors) {
      store.run(sql`
        insert or replace into embeddings (item, model, vector) select id, ${model}, ${vector}
        from search_items where id = ${item}`);
    }
  });
}

export function dropOtherModels(store: Store, model: string): void {
  store.run(sql`delete from embeddings where model <> ${model}`);
}

/** The number of vectors that one statement reads, as a search compares all (docs/decisions/embeddings.md). */
const BLOCK = 512;

/** Hands all vectors of this model and byte length to `visit` in blocks. `group_concat` keeps the bytes. */
export function scanVectors(
  store: Store,
  { model, length }: { readonly model: string; readonly length: number },
  visit: (items: readonly number[], vectors: Uint8Array) => void,
): void {
  for (let after = 0;;) {
    const block = store.first<{ items: string; vectors: Uint8Array | null }>(sql`
      select json_group_array(item) as items, cast(group_concat(vector, '') as blob) as vectors
      from (select item, vector from embeddings where item > ${after} and model = ${model}
      and length(vector) = ${length} order by item limit ${BLOCK})`);
    const items = JSON.parse(block?.items ?? "[]") as number[];
    if (items.length === 0 || !block?.vectors) return;
    visit(items, block.vectors);
    after = items.at(-1)!;
  }
}

/** Returns the numbers of the items among which a query searches. */
export function fittingItems(store: Store, query: SearchQuery): ReadonlySet<number> {
  const partitions = partitionsFor(store, query.project, query.kinds).map(({ id }) => id);
  return new Set(store.column<number>(sql`
    select id from search_items where ${every(sql`partition in ${list(partitions)}`, ...filtersOf(query))}`));
}

export function indexedItems(store: Store, items: readonly number[]) {
  return store.all<UnembeddedItem & { readonly sessionId: string | null; readonly createdAt: string }>(sql`
    select id as item, kind, ref, session_id as sessionId, created_at as createdAt from search_items
    where id in ${list(items)}`);
}
