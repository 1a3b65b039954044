import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";

/** The size of a table in the file, with its indexes. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the sizes of the tables, largest first. The tables of the full-text index count as one. */
export function tableSizes(store: Store): TableSize[] {
  return store.all<TableSize>(sql`
    select case when tbl like 'search\\_fts%' escape '\\' then 'search_fts' else tbl end as name,
    sum(bytes) as bytes from (select coalesce(s.tbl_name, d.name) as tbl, d.pgsize as bytes
    from dbstat d left join sqlite_schema s on s.name = d.name where d.aggregate = true)
    group by 1 order by 2 desc`);
}

/** The results of the predictions with the same expected outcome. */
export interface SaidCount {
  /** The expected outcome: `pass`, `fail` or `either`; `null` if the agent gave none. */
  readonly said: string | null;
  readonly confirmed: number;
  readonly falsified: number;
}

export function saidCounts(store: Store, project: string | undefined): SaidCount[] {
  return store.all<SaidCount>(sql`
    select expects as said, count(*) filter (where status = 'confirmed') as confirmed,
    count(*) filter (where status = 'falsified') as falsified from ghap
    where ${project} is null or project = ${project} group by expects order by count(*) desc`);
}

/** A text with a redacted secret, and the day on which it was stored. */
export interface RedactedText {
  readonly day: string;
  readonly text: string;
}

/** The number of newest rows that are searched: about those of the last weeks. */
const SEARCHED_ROWS = 20_000;
const MARK = "[redacted:";
/** The UTF-16 units that are read from the first mark on, so that a file full of secrets counts as a few. */
const MARK_UNITS = 4000;

/** Returns the newest prompts and tool calls in which a secret was replaced, each from the first mark on. */
export function redactedTexts(store: Store, project: string | undefined): RedactedText[] {
  const place = sql`(${project} is null or session_id in (select session_id from sessions
    where project = ${project}))`;
  return store.all<RedactedText>(sql`
    select date(created_at, 'localtime') as day, substr(text, instr(text, ${MARK}), ${MARK_UNITS}) as text
    from (select created_at, text, session_id from prompts order by id desc limit ${SEARCHED_ROWS})
    where instr(text, ${MARK}) and ${place} union all
    select date(created_at, 'localtime'), substr(payload, instr(payload, ${MARK}), ${MARK_UNITS})
    from (select created_at, payload, session_id from pending_queue order by id desc limit ${SEARCHED_ROWS})
    where instr(payload, ${MARK}) and ${place}`);
}

/** A forgotten memory, and the places where its text was left, as the user did not ask to clear them. */
export interface ForgottenMemory {
  readonly id: string;
  readonly at: string;
  /** JSON with `rows` and `files`. */
  readonly traces: string;
}

export function forgottenMemories(store: Store, limit: number): ForgottenMemory[] {
  return store.all<ForgottenMemory>(sql`
    select 'm' || memory_id as id, max(forgotten_at) as at, max(traces) as traces from forgotten_memories
    group by memory_id order by at desc limit ${limit}`);
}

/** Returns the day of the oldest tool call whose full text is still stored; `null` if there is none. */
export function oldestDetail(store: Store): string | null {
  return store.value<string>(
    "select date(min(created_at), 'localtime') from pending_queue where status <> 'skipped'",
  ) ??
    null;
}
