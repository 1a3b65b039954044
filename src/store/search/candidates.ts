import type { MemoryCategory } from "../../core/memory_categories.ts";
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
  readonly category: MemoryCategory | null;
  readonly confidence: number | null;
  readonly use_count: number | null;
}

/**
 * These items with their indexed words, without those that the query's filters leave out. Reads the table in which the
 * index keeps its texts: through the index it takes three times as long.
 */
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
  const found = store.first<{ rows: string }>(
    `select json_group_array(json_array(i.id, i.partition, i.kind, i.ref, i.session_id, i.position, i.created_at, c0, c1,
       c2, m.category, m.confidence, m.use_count)) as rows
     from search_items i join search_fts_content f on f.id = i.id
       left join memories m on i.kind = 'memory' and m.id = i.ref
     where ${conditions.join(" and ")}`,
    ...values,
  );
  return (JSON.parse(found?.rows ?? "[]") as CandidateRow[]).map(candidateOf);
}

type CandidateRow = [
  number,
  number,
  ItemKind,
  number,
  string | null,
  number,
  string,
  string,
  string,
  string,
  MemoryCategory | null,
  number | null,
  number | null,
];

/** Rows that come one by one take three times as long as one text with all of them. */
function candidateOf(row: CandidateRow): Candidate {
  return {
    id: row[0],
    partition: row[1],
    kind: row[2],
    ref: row[3],
    session_id: row[4],
    position: row[5],
    created_at: row[6],
    title: row[7],
    body: row[8],
    attributes: row[9],
    category: row[10],
    confidence: row[11],
    use_count: row[12],
  };
}
