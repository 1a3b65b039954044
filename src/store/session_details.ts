import { withSlashes } from "../core/slashes.ts";
import { FORGOTTEN } from "./forgotten_texts.ts";
import { parseTexts } from "./json_columns.ts";
import { PRUNED_PAYLOAD } from "./processing/observations.ts";
import type { Store } from "./store.ts";

/** A prompt as it was kept; a private one left none. */
export interface PromptView {
  readonly id: string;
  readonly prompt_id: string | null;
  readonly number: number;
  readonly text: string;
  readonly created_at: string;
}

/** A tool call without its payload: what it was about, in a few words of its own input. */
export interface ToolCallView {
  readonly tool_use_id: string | null;
  readonly agent_id: string | null;
  readonly agent_type: string | null;
  readonly prompt_id: string | null;
  readonly tool_name: string;
  readonly files_touched: readonly string[];
  readonly outcome: string | null;
  readonly failed: boolean;
  /** The start of its command, pattern, address, description or question; `null` where it has none of them. */
  readonly detail: string | null;
  /** What was noted of it, and maybe of the calls after it, once its payload is gone; `null` before. */
  readonly observation: string | null;
  readonly created_at: string;
  /** For `toolCallPayload`. */
  readonly row: number;
}

/** The prompts of the session in their order. */
export function sessionPrompts(store: Store, sessionId: string): PromptView[] {
  return store.all<PromptView>(
    `select 'p' || id as id, prompt_id, number, text, created_at from prompts
     where session_id = ? order by number, prompts.id`,
    sessionId,
  );
}

/** The last `limit` tool calls of the session, in the order of time. */
export function sessionToolCalls(store: Store, sessionId: string, limit: number): ToolCallView[] {
  const rows = store.all<ToolCallRow>(
    `select q.id as row, tool_use_id, agent_id, agent_type, prompt_id, tool_name, files_touched, q.outcome, q.created_at,
       case when json_valid(payload) then ${CALL_DETAIL} end as detail, 
       iif(payload = '${PRUNED_PAYLOAD}', nullif(o.text, '${FORGOTTEN}'), null) as observation,
       case when json_valid(payload) and json_type(payload, '$.error') is not null then 1
         else coalesce(o.outcome = 'failed', 0) end as failed
     from pending_queue q left join observations o on o.capture_id = q.id
     where q.session_id = ? order by q.created_at desc, q.id desc limit ?`,
    sessionId,
    limit,
  );
  return rows.reverse().map(({ files_touched, failed, ...rest }) => ({
    ...rest,
    files_touched: parseTexts(files_touched),
    failed: failed === 1,
  }));
}

/** The payload of one tool call as JSON text; `undefined` where its time is over. */
export function toolCallPayload(store: Store, row: number): string | undefined {
  const sql = `select payload from pending_queue where id = ? and payload <> '${PRUNED_PAYLOAD}'`;
  return store.first<{ payload: string }>(sql, row)?.payload;
}

interface ToolCallRow extends Omit<ToolCallView, "files_touched" | "failed"> {
  readonly files_touched: string;
  readonly failed: number;
}

const DETAIL_UNITS = 500;
/** SQL for what a call was about; SQLite parses the payload once, and only the start of one text leaves the database. */
export const CALL_DETAIL = `substr(coalesce(${
  ["command", "pattern", "query", "url", "description", "prompt"]
    .map((name) => `json_extract(payload, '$.tool_input.${name}')`).join(", ")
}), 1, ${DETAIL_UNITS})`;

/** Whether a tool call of the session read or changed this file, or one below this folder. */
export function sessionTouched(store: Store, sessionId: string, path: string): boolean {
  return store.first(
    `select 1 from pending_queue, json_each(case when json_valid(files_touched) then files_touched else '[]' end) file
     where session_id = ? and substr(replace(file.value, '\\', '/') || '/', 1, length(?) + 1) = ? || '/' limit 1`,
    sessionId,
    withSlashes(path),
    withSlashes(path),
  ) !== undefined;
}
