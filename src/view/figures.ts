import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";

/** The share of the file that a table takes, its indexes included. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
}

/** The tables by their size, the largest first; the parts of a full-text index count as one. */
export function tableSizes(store: Store): TableSize[] {
  return store.all<TableSize>(sql`
    select case when tbl like 'search\\_fts%' escape '\\' then 'search_fts' else tbl end as name,
    sum(bytes) as bytes from (select coalesce(s.tbl_name, d.name) as tbl, d.pgsize as bytes
    from dbstat d left join sqlite_schema s on s.name = d.name where d.aggregate = true)
    group by 1 order by 2 desc`);
}

/** The results of the predictions of which the agent had said the same beforehand. */
export interface SaidCount {
  /** `pass`, `fail`, `either`; `null` where the agent did not say. */
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

/** Texts in which something was taken out, by the day on which they were kept. */
export interface RedactedText {
  readonly day: string;
  readonly text: string;
}

/** Rows that are looked through: those of the last weeks for one person. */
const NEWEST = 20_000;
const MARK = "[redacted:";
/** Around the first mark of a text; a file of secrets counts as a few. */
const MARK_UNITS = 4000;

/** The newest prompts and tool calls in which a secret was replaced, from its first mark on. */
export function redactedTexts(store: Store, project: string | undefined): RedactedText[] {
  const place = sql`(${project} is null or session_id in (select session_id from sessions
    where project = ${project}))`;
  return store.all<RedactedText>(sql`
    select date(created_at, 'localtime') as day, substr(text, instr(text, ${MARK}), ${MARK_UNITS}) as text
    from (select created_at, text, session_id from prompts order by id desc limit ${NEWEST})
    where instr(text, ${MARK}) and ${place} union all
    select date(created_at, 'localtime'), substr(payload, instr(payload, ${MARK}), ${MARK_UNITS})
    from (select created_at, payload, session_id from pending_queue order by id desc limit ${NEWEST})
    where instr(payload, ${MARK}) and ${place}`);
}

/** A forgotten memory, and the places where words of it were left since nobody asked for those to be cleared. */
export interface ForgottenMemory {
  readonly id: string;
  readonly at: string;
  /** JSON: rows and files. */
  readonly traces: string;
}

export function forgottenMemories(store: Store, limit: number): ForgottenMemory[] {
  return store.all<ForgottenMemory>(sql`
    select 'm' || memory_id as id, max(forgotten_at) as at, max(traces) as traces from forgotten_memories
    group by memory_id order by at desc limit ${limit}`);
}

/** The day of the oldest row whose whole text is still kept; `null` where none is. */
export function oldestDetail(store: Store): string | null {
  return store.value<string>(
    "select date(min(created_at), 'localtime') from pending_queue where status <> 'skipped'",
  ) ??
    null;
}
