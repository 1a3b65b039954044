import type { ItemKind, SearchQuery } from "../../core/search/search_types.ts";
import type { SqlValue, Store } from "../store.ts";

/** An item that may answer, as it is stored. */
export interface Candidate {
  readonly id: number;
  readonly partition: number;
  readonly kind: ItemKind;
  readonly ref: number;
  readonly session_id: string | null;
  readonly position: number;
  readonly created_at: string;
  readonly title: string;
  readonly body: string;
  readonly attributes: string;
  /** Of memories only. */
  readonly category: string | null;
  readonly confidence: number | null;
  readonly use_count: number | null;
  readonly files: string | null;
}

/** These items with their indexed words, without those that the query's filters leave out. */
export function candidatesOf(store: Store, items: readonly number[], query: SearchQuery): Candidate[] {
  const conditions = ["i.id in (select value from json_each(?))"];
  const values: SqlValue[] = [JSON.stringify(items)];
  if (query.category !== undefined) {
    conditions.push("m.category = ?");
    values.push(query.category);
  }
  if (query.since !== undefined) {
    conditions.push("i.created_at >= ?");
    values.push(query.since);
  }
  if (query.until !== undefined) {
    conditions.push("i.created_at <= ?");
    values.push(query.until);
  }
  return store.all<Candidate>(
    `select i.id, i.partition, i.kind, i.ref, i.session_id, i.position, i.created_at, f.title, f.body, f.attributes,
       m.category, m.confidence, m.use_count, m.files
     from search_items i join search_fts f on f.rowid = i.id
       left join memories m on i.kind = 'memory' and m.id = i.ref
     where ${conditions.join(" and ")} order by i.id desc`,
    ...values,
  );
}
