import type { ItemKind } from "../search/search_types.ts";
import { FORGOTTEN, parseList } from "./columns.ts";
import { CALL_DETAIL } from "./sessions.ts";
import { list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The texts of an item in a list of hits; they were cleaned of secrets when stored. */
export interface FoundText {
  readonly ref: number;
  /** The project; `null` for an item that holds in every project. */
  readonly project: string | null;
  readonly sessionId: string | null;
  readonly createdAt: string;
  /** A memory's category, an entry's status, an observation's outcome or a code unit's kind; else `null`. */
  readonly category: string | null;
  readonly title: string | null;
  readonly body: string;
  readonly files: readonly string[];
}

type FoundRow = Omit<FoundText, "files"> & { readonly files: string };

/** Returns the texts of these items of one kind, without those that are gone or forgotten. */
export function foundTexts(store: Store, kind: ItemKind, refs: readonly number[]): Map<number, FoundText> {
  const rows = store.all<FoundRow>(sql`select * from (${FOUND[kind]}) where ref in ${list(refs)}`);
  const texts = rows.map((row) => ({ ...row, files: parseList<string>(row.files) }));
  return new Map(texts.filter((item) => item.body !== FORGOTTEN).map((item) => [item.ref, item]));
}

/** Returns the text of one item; `undefined` if it is gone, forgotten or unknown. */
export function foundText(store: Store, kind: ItemKind, ref: number): FoundText | undefined {
  return foundTexts(store, kind, [ref]).get(ref);
}

/** Selects one text of a JSON column; "" if there is none. */
function part(column: string, name: string): Sql {
  return sql`case when json_valid(${raw(column)}) then json_extract(${raw(column)}, ${`$.${name}`}) end`;
}

/** The query for the texts of each kind, with the same columns for all. */
export const FOUND: Readonly<Record<ItemKind, Sql>> = {
  memory: sql`
    select id as ref, project, session_id as sessionId, created_at as createdAt,
    category || iif(status = 'superseded', ', superseded', '') || coalesce(', said by ' || author, '') as category, title,
    iif(rejected is null, '', concat_ws(': ', '(tried and dropped', nullif(rejected, '')) || ') ') || body as body,
    files from memories where status <> 'deleted'`,
  // An entry's lesson comes before its attempts.
  ghap: sql`
    select id as ref, project, session_id as sessionId, created_at as createdAt, status as category,
    goal as title, concat_ws('; ', ${part("lesson", "takeaway")}, ${part("lesson", "what_worked")},
    ${part("root_cause", "description")}, result, surprise, hypothesis, action, prediction) as body,
    '[]' as files from ghap`,
  value: sql`
    select id as ref, project, null as sessionId, created_at as createdAt, null as category,
    null as title, text as body, '[]' as files from project_values`,
  prompt: sql`
    select prompts.id as ref, project, prompts.session_id as sessionId, prompts.created_at as createdAt,
    null as category, null as title, text as body, '[]' as files from prompts
    left join sessions using (session_id)`,
  session: sql`
    select id as ref, project, session_id as sessionId, started_at as createdAt, null as category, title,
    coalesce(summary, '') as body, '[]' as files from sessions`,
  observation: sql`
    select observations.id as ref, project, observations.session_id as sessionId,
    observations.created_at as createdAt, outcome as category, null as title, text as body, files
    from observations left join sessions using (session_id)`,
  code: sql`
    select code_units.id as ref, code_units.project, null as sessionId,
    coalesce(modified_at, '') as createdAt, kind as category,
    name || ' (' || code_units.path || ':' || start_line || ')' as title,
    concat_ws('; ', signature, doc) as body, json_array(code_units.path) as files from code_units
    left join code_files using (project, path)`,
  scratchpad: sql`
    select id as ref, project, null as sessionId, updated_at as createdAt, null as category,
    agent || ' ' || day as title, text as body, json_array(path) as files from scratchpads`,
};

/** The columns shown of one item, for kinds that no other file reads. */
const COLUMNS = {
  prompt: sql`session_id, number, text, created_at from prompts`,
  // With the call of an observation, if that is still kept.
  observation: sql`
    o.session_id, o.text, o.files, o.outcome, o.created_at, c.tool_name,
    case when json_valid(c.payload) then ${CALL_DETAIL} end as detail
    from observations o left join pending_queue c on c.id = o.capture_id`,
  code: sql`project, path, kind, name, signature, doc, start_line, end_line from code_units`,
  scratchpad: sql`project, agent, day, path, text, updated_at from scratchpads`,
};

/** Returns the row of one item with its files as a list; `undefined` for an unknown one. */
export function shownRow(store: Store, kind: keyof typeof COLUMNS, ref: number): object | undefined {
  const id = raw(kind === "observation" ? "o.id" : "id");
  const row = store.first(sql`select ${COLUMNS[kind]} where ${id} = ${ref}`);
  return typeof row?.files === "string" ? { ...row, files: parseList<string>(row.files) } : row;
}

/** Returns the numbers of these sessions by the client's ids. */
export function sessionNumbers(store: Store, sessionIds: readonly string[]): Map<string, number> {
  const rows = store.all<{ id: number; session_id: string }>(sql`
    select id, session_id from sessions where session_id in ${list([...new Set(sessionIds)])}`);
  return new Map(rows.map(({ id, session_id }) => [session_id, id]));
}
