import type { ItemKind } from "../core/search/search_types.ts";
import { FORGOTTEN } from "./forgotten_texts.ts";
import { parseList } from "./json_columns.ts";
import type { Store } from "./store.ts";

/** What people and agents read of an item in a list of finds: stored text, clean of secrets since it was stored. */
export interface FoundText {
  readonly ref: number;
  /** `null` for what holds in every project. */
  readonly project: string | null;
  readonly sessionId: string | null;
  readonly createdAt: string;
  /** A memory's category, an entry's status, an observation's outcome, a code unit's kind; `null` where there is none. */
  readonly category: string | null;
  readonly title: string | null;
  readonly body: string;
  readonly files: readonly string[];
}

type FoundRow = Omit<FoundText, "files"> & { readonly files: string };

/** The texts of these items of one kind; those that are gone or forgotten are left out. */
export function foundTexts(store: Store, kind: ItemKind, refs: readonly number[]): Map<number, FoundText> {
  const rows = store.all<FoundRow>(
    `select * from (${SELECTS[kind]}) where ref in (select value from json_each(?))`,
    JSON.stringify(refs),
  );
  const texts = rows.map((row) => ({ ...row, files: parseList<string>(row.files) }));
  return new Map(texts.filter((item) => item.body !== FORGOTTEN).map((item) => [item.ref, item]));
}

/** The text of one item; `undefined` where it is gone, was forgotten or never was. */
export function foundText(store: Store, kind: ItemKind, ref: number): FoundText | undefined {
  return foundTexts(store, kind, [ref]).get(ref);
}

/** A column of JSON of which one part is text for people; empty where it holds nothing or something else. */
function part(column: string, name: string): string {
  return `case when json_valid(${column}) then json_extract(${column}, '$.${name}') end`;
}

/** What an entry taught stands before what it tried. */
const GHAP_BODY = `concat_ws('; ', ${part("lesson", "takeaway")}, ${part("lesson", "what_worked")},
  ${part("root_cause", "description")}, result, surprise, hypothesis, action, prediction)`;

/** Each with the same columns. */
const SELECTS: Readonly<Record<ItemKind, string>> = {
  memory:
    `select id as ref, project, session_id as sessionId, created_at as createdAt, category, title, body, files
    from memories where status <> 'deleted'`,
  ghap: `select id as ref, project, session_id as sessionId, created_at as createdAt, status as category,
    goal as title, ${GHAP_BODY} as body, '[]' as files from ghap`,
  value:
    `select id as ref, project, null as sessionId, created_at as createdAt, null as category, null as title,
    text as body, '[]' as files from project_values`,
  prompt:
    `select prompts.id as ref, project, prompts.session_id as sessionId, prompts.created_at as createdAt,
    null as category, null as title, text as body, '[]' as files from prompts left join sessions using (session_id)`,
  session:
    `select id as ref, project, session_id as sessionId, started_at as createdAt, null as category, title,
    coalesce(summary, '') as body, '[]' as files from sessions`,
  observation: `select observations.id as ref, project, observations.session_id as sessionId,
    observations.created_at as createdAt, outcome as category, null as title, text as body, files
    from observations left join sessions using (session_id)`,
  code: `select code_units.id as ref, code_units.project, null as sessionId,
    coalesce(modified_at, '') as createdAt, kind as category,
    name || ' (' || code_units.path || ':' || start_line || ')' as title,
    concat_ws('; ', signature, doc) as body, json_array(code_units.path) as files
    from code_units left join code_files
      on code_files.project = code_units.project and code_files.path = code_units.path`,
  scratchpad: `select id as ref, project, null as sessionId, updated_at as createdAt, null as category,
    agent || ' ' || day as title, text as body, json_array(path) as files from scratchpads`,
};
