import type { CapturedRow } from "../../core/observations/captured_call.ts";
import type { Boundary, Look } from "../../core/observations/group_looks.ts";
import type { Priority } from "../../core/capture_rules.ts";
import type { SqlValue, Store } from "../store.ts";

/** A capture that waits to be processed. */
export interface RawCapture extends CapturedRow, Look {}

/** Which captures are next. */
export interface CaptureChoice {
  readonly priority: Priority;
  /** Of this session alone; of all when absent. */
  readonly sessionId?: string | undefined;
  /** None that are younger, ISO 8601. */
  readonly until?: string | undefined;
  readonly maxRows: number;
  /** A capture may have a megabyte: fewer are taken where they are large, but one at least. */
  readonly maxBytes: number;
}

/** The next captures, oldest first, and whether there are more of the choice. */
export interface CaptureBatch {
  readonly captures: readonly RawCapture[];
  readonly isLast: boolean;
}

/** Reads the next captures of a choice. The same captures wait: the same batch. */
export function nextCaptures(store: Store, choice: CaptureChoice): CaptureBatch {
  const conditions = ["status = 'raw'", "priority = ?"];
  const values: SqlValue[] = [choice.priority];
  if (choice.sessionId !== undefined) {
    conditions.push("+session_id = ?"); // by the index on what waits, which is short
    values.push(choice.sessionId);
  }
  if (choice.until !== undefined) {
    conditions.push("created_at <= ?");
    values.push(choice.until);
  }
  const waiting = store.all<{ id: number; bytes: number }>(
    `select id, octet_length(payload) as bytes from pending_queue where ${conditions.join(" and ")}
     order by created_at, id limit ?`,
    ...values,
    choice.maxRows,
  );
  const taken = within(waiting, choice.maxBytes);
  return {
    captures: readCaptures(store, taken),
    isLast: taken.length < choice.maxRows && taken.length === waiting.length,
  };
}

function within(waiting: readonly { id: number; bytes: number }[], maxBytes: number): number[] {
  let bytes = 0;
  return waiting.filter((row, i) => {
    bytes += row.bytes;
    return i === 0 || bytes <= maxBytes;
  }).map(({ id }) => id);
}

function readCaptures(store: Store, ids: readonly number[]): RawCapture[] {
  return store.all<RawCapture>(
    `select id, session_id as sessionId, agent_id as agentId, prompt_id as promptId, tool_name as toolName,
       files_touched as files, outcome, created_at as createdAt, payload
     from pending_queue where id in (select value from json_each(?)) order by created_at, id`,
    JSON.stringify(ids),
  );
}

/** What was done, other than looking, from one moment to another; oldest first. */
export function boundariesBetween(store: Store, from: string, to: string): Boundary[] {
  return store.all<Boundary>(
    `select id, session_id as sessionId, agent_id as agentId, created_at as createdAt from pending_queue
     where status in ('raw', 'processed', 'skipped') and priority in ('high', 'normal') and created_at between ? and ?
     order by created_at, id`,
    from,
    to,
  );
}

/** The prompt that the session's newest observation belongs to; `undefined` before the first. */
export function lastObservedPrompt(store: Store, sessionId: string): string | null | undefined {
  return store.first<{ promptId: string | null }>(
    `select prompt_id as promptId from pending_queue where id = (
       select capture_id from observations where session_id = ? order by id desc limit 1)`,
    sessionId,
  )?.promptId;
}

/** The text of a prompt; `undefined` where it is private or unknown. */
export function promptText(store: Store, sessionId: string, promptId: string): string | undefined {
  return store.first<{ text: string }>(
    "select text from prompts where session_id = ? and prompt_id = ? order by id limit 1",
    sessionId,
    promptId,
  )?.text;
}
