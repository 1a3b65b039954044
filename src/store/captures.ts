import type { Priority } from "../session/capture_rules.ts";
import type { CapturedRow } from "../session/captured_call.ts";
import type { Boundary, Look } from "../session/group_looks.ts";
import { every, list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The payload of a capture whose outcome is not known yet; `undefined` when there is none. */
export function captureWithUnknownOutcome(
  store: Store,
  sessionId: string,
  toolUseId: string,
): string | undefined {
  return store.value<string>(sql`
    select payload from pending_queue where session_id = ${sessionId} and tool_use_id = ${toolUseId}
    and outcome like '%:unknown'`);
}

/** The run that this call was captured as; `undefined` where there is none, or it waits in the spool. */
export function capturedRun(store: Store, sessionId: string, toolUseId: string) {
  return store.first<{ agentId: string | null; outcome: string; command: string | null }>(sql`
    select agent_id as agentId, outcome, json_extract(payload, '$.tool_input.command') as command
    from pending_queue where session_id = ${sessionId} and tool_use_id = ${toolUseId}
    and outcome is not null`);
}

/** Older ones were looked at when they were new. */
const LATEST_CAPTURES = 5000;

/** A run of an earlier session, by its number. */
export interface EarlierRun {
  readonly session: number;
  readonly outcome: string;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly at: string;
}

/** The last run of this kind in another session of the project, among the latest captures; its counts until they are pruned. */
export function lastRunBefore(
  store: Store,
  { sessionId, project, kind }: {
    readonly sessionId: string;
    readonly project: string;
    readonly kind: string;
  },
): EarlierRun | undefined {
  return store.first<EarlierRun>(sql`
    select s.id as session, q.outcome, q.created_at as at, json_extract(q.payload, '$.outcome.passed') as passed,
    json_extract(q.payload, '$.outcome.failed') as failed from pending_queue q join sessions s using (session_id)
    where q.id > (select max(id) from pending_queue) - ${LATEST_CAPTURES} and s.project = ${project}
    and q.session_id <> ${sessionId} and q.outcome in (${`${kind}:pass`}, ${`${kind}:fail`})
    order by q.id desc limit 1`);
}

/** Projects whose code is indexed and in which sessions have written files since; the latest captures alone are read. */
export function projectsWithNewCode(store: Store, since: string): string[] {
  return store.column<string>(sql`
    select distinct s.project from pending_queue q join sessions s using (session_id)
    where q.id > (select max(id) from pending_queue) - ${LATEST_CAPTURES} and q.created_at >= ${since}
    and q.tool_name in ('Write', 'Edit', 'MultiEdit', 'NotebookEdit') and exists (select 1 from code_files
    where project = s.project)`);
}

export interface RawCapture extends CapturedRow, Look {}

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

/** Reads the next captures of a choice, oldest first. The same captures wait: the same batch. */
export function nextCaptures(store: Store, choice: CaptureChoice) {
  const { priority, sessionId, until, maxRows, maxBytes } = choice;
  const conditions = [sql`status = 'raw' and priority = ${priority}`];
  // By the index on what waits, which is short.
  if (sessionId !== undefined) conditions.push(sql`+session_id = ${sessionId}`);
  if (until !== undefined) conditions.push(sql`created_at <= ${until}`);
  const waiting = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue where ${every(conditions)}
    order by created_at, id limit ${maxRows}`);
  const taken = within(waiting, maxBytes);
  return {
    captures: readCaptures(store, taken),
    isLast: taken.length < maxRows && taken.length === waiting.length,
  };
}

export type CaptureBatch = ReturnType<typeof nextCaptures>;

function within(waiting: readonly { id: number; bytes: number }[], maxBytes: number): number[] {
  let bytes = 0;
  const end = waiting.findIndex((row, i) => (bytes += row.bytes) > maxBytes && i > 0);
  return waiting.slice(0, end < 0 ? waiting.length : end).map(({ id }) => id);
}

function readCaptures(store: Store, ids: readonly number[]): RawCapture[] {
  return store.all<RawCapture>(sql`
    select id, session_id as sessionId, agent_id as agentId, prompt_id as promptId, tool_name as toolName,
    files_touched as files, outcome, created_at as createdAt, payload from pending_queue
    where id in ${list(ids)} order by created_at, id`);
}

/** Lists the steps that did more than look, from one moment to another; oldest first. */
export function boundariesBetween(store: Store, from: string, to: string): Boundary[] {
  return store.all<Boundary>(sql`
    select id, session_id as sessionId, agent_id as agentId, created_at as createdAt from pending_queue
    where status in ('raw', 'processed', 'skipped') and priority in ('high', 'normal')
    and created_at between ${from} and ${to} order by created_at, id`);
}

/** The prompt that the session's newest observation belongs to; `undefined` before the first. */
export function lastObservedPrompt(store: Store, sessionId: string): string | null | undefined {
  return store.value<string | null>(sql`
    select prompt_id as promptId from pending_queue where id = (select capture_id from observations
    where session_id = ${sessionId} and capture_id is not null order by id desc limit 1)`);
}

/** The text of a prompt; `undefined` where it is private or unknown. */
export function promptText(store: Store, sessionId: string, promptId: string): string | undefined {
  return store.value<string>(sql`
    select text from prompts where session_id = ${sessionId} and prompt_id = ${promptId}
    order by id limit 1`);
}

/** Lists the moments of a session's prompts, oldest first; ISO 8601. */
export function promptTimes(store: Store, sessionId: string): string[] {
  return store.column<string>(sql`
    select created_at from prompts where session_id = ${sessionId} order by created_at`);
}

/** The amount that is read at once: memory is given back in between. */
const WORK_BYTES = 2_000_000;

/** Reads the runs and changes of a session, in the order of time, in portions. */
export function* workOf(store: Store, sessionId: string): Generator<RawCapture[]> {
  let waiting = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue where session_id = ${sessionId}
    and +priority = 'high' order by created_at, id`);
  while (waiting.length > 0) {
    const taken = within(waiting, WORK_BYTES);
    yield readCaptures(store, taken);
    waiting = waiting.slice(taken.length);
  }
}
