import { parseList } from "./json_columns.ts";
import { CALL_DETAIL } from "./session_details.ts";
import type { Store } from "./store.ts";

/** A prompt with all of its text. */
export interface PromptRow {
  readonly session_id: string;
  readonly number: number;
  readonly text: string;
  readonly created_at: string;
}

/** The prompt of this number; `undefined` when there is none. */
export function promptByRow(store: Store, row: number): PromptRow | undefined {
  return store.first<PromptRow>("select session_id, number, text, created_at from prompts where id = ?", row);
}

/** What was noted of a tool call, and the call that it was made of where that is still kept. */
export interface ObservationRow {
  readonly session_id: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly outcome: string | null;
  readonly created_at: string;
  readonly tool_name: string | null;
  readonly detail: string | null;
}

/** The observation of this number; `undefined` when there is none. */
export function observationByRow(store: Store, row: number): ObservationRow | undefined {
  const found = store.first<Omit<ObservationRow, "files"> & { readonly files: string }>(
    `select o.session_id, o.text, o.files, o.outcome, o.created_at, c.tool_name,
       case when json_valid(c.payload) then ${CALL_DETAIL} end as detail
     from observations o left join pending_queue c on c.id = o.capture_id where o.id = ?`,
    row,
  );
  return found === undefined ? undefined : { ...found, files: parseList<string>(found.files) };
}

/** A function, class or the like of the project's code. */
export interface CodeRow {
  readonly project: string;
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly signature: string;
  readonly doc: string | null;
  readonly start_line: number;
  readonly end_line: number;
}

/** The code unit of this number; `undefined` when there is none. */
export function codeByRow(store: Store, row: number): CodeRow | undefined {
  return store.first<CodeRow>(
    "select project, path, kind, name, signature, doc, start_line, end_line from code_units where id = ?",
    row,
  );
}

/** An agent's notes of a day. */
export interface ScratchpadRow {
  readonly project: string;
  readonly agent: string;
  readonly day: string;
  readonly path: string;
  readonly text: string;
  readonly updated_at: string;
}

/** The scratchpad of this number; `undefined` when there is none. */
export function scratchpadByRow(store: Store, row: number): ScratchpadRow | undefined {
  return store.first<ScratchpadRow>(
    "select project, agent, day, path, text, updated_at from scratchpads where id = ?",
    row,
  );
}

/** The numbers of these sessions by the client's ids. */
export function sessionNumbers(store: Store, sessionIds: readonly string[]): Map<string, number> {
  const rows = store.all<{ id: number; session_id: string }>(
    "select id, session_id from sessions where session_id in (select value from json_each(?))",
    JSON.stringify([...new Set(sessionIds)]),
  );
  return new Map(rows.map(({ id, session_id }) => [session_id, id]));
}
