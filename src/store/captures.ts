// Captured calls, waiting and processed ones (`pending_queue`), and the observations that `mneme process` makes of them.
import type { Priority } from "../shell/tools.ts";
import type { CapturedRow } from "../session/captured_call.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { isCallOf } from "./apply_writes.ts";
import { queueForSearch } from "./search_tables.ts";
import { every, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Returns the call if it was captured as a test run or a build; one in the spool is not found. */
export function capturedRun(store: Store, sessionId: string, id: string) {
  return store.first<{ agentId: string | null; outcome: string; command: string | null }>(sql`
    select agent_id as agentId, outcome, json_extract(payload, '$.tool_input.command') as command
    from pending_queue where session_id = ${sessionId} and outcome is not null and ${isCallOf(id)}
    order by id desc limit 1`);
}

/** The number of the newest captures that are searched. Older changes of files were seen when they were new. */
const LATEST_CAPTURES = 5000;

/** Lists the projects with indexed code in which sessions have written files since `since`. */
export function projectsWithNewCode(store: Store, since: string): string[] {
  return store.column<string>(sql`
    select distinct s.project from pending_queue q join sessions s using (session_id)
    where q.id > (select max(id) from pending_queue) - ${LATEST_CAPTURES} and q.created_at >= ${since}
    and priority = 'high' and files_touched <> '[]' and exists (select 1 from code_files where project = s.project)`);
}

export interface RawCapture extends CapturedRow {
  readonly id: number;
  readonly sessionId: string;
  readonly promptId: string | null;
  readonly createdAt: string;
}

export interface CaptureChoice {
  readonly priority: Priority;
  readonly sessionId?: string | undefined; // only captures of this session; by default of all
  readonly until?: string | undefined; // only captures up to this moment, ISO 8601
  readonly maxRows: number;
  /** The most bytes of payloads, because a capture may have a megabyte; one capture is taken in any case. */
  readonly maxBytes: number;
}

export function nextCaptures(store: Store, choice: CaptureChoice): RawCapture[] {
  const waiting = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue where
    ${waitingWhere(choice.priority, choice)} order by created_at, id limit ${choice.maxRows}`);
  return readCaptures(store, within(waiting, choice.maxBytes));
}

type Waiting = Pick<CaptureChoice, "sessionId" | "until">;

function waitingWhere(priority: Priority, { sessionId, until }: Waiting): Sql {
  return every(
    sql`status = 'raw' and priority = ${priority}`,
    sessionId !== undefined && sql`+session_id = ${sessionId}`, // the plus makes SQLite use the short index over waiting captures
    until !== undefined && sql`created_at <= ${until}`,
  );
}

/** The number of calls that one transaction skips, which takes less time than to store the observations of a batch. */
const READS_AT_ONCE = 400;

/** Marks the next calls that only read as skipped: they give no observation. Returns their number. */
export function skipReads(store: Store, choice: Waiting): number {
  return store.transaction(() => {
    const reads = store.column<number>(sql`
      select id from pending_queue where ${waitingWhere("low", choice)}
      order by created_at limit ${READS_AT_ONCE}`);
    markCaptures(store, reads, "skipped");
    return reads.length;
  });
}

/** Returns the ids of the first rows that have at most `maxBytes` together; the first in any case. */
export function within(waiting: readonly { id: number; bytes: number }[], maxBytes: number): number[] {
  let bytes = 0;
  const end = waiting.findIndex((row, i) => (bytes += row.bytes) > maxBytes && i > 0);
  return waiting.slice(0, end < 0 ? waiting.length : end).map(({ id }) => id);
}

function readCaptures(store: Store, ids: readonly number[]): RawCapture[] {
  return store.all<RawCapture>(sql`
    select id, session_id as sessionId, prompt_id as promptId, tool_name as toolName, files_touched as files, outcome,
    created_at as createdAt, payload from pending_queue where id in ${list(ids)} order by created_at, id`);
}

export function lastObservedPrompt(store: Store, sessionId: string): string | null | undefined {
  return store.value<string | null>(sql`
    select prompt_id as promptId from pending_queue where id = (select capture_id from observations
    where session_id = ${sessionId} and capture_id is not null order by id desc limit 1)`);
}

/** Returns the text of a prompt; `undefined` if it is private or unknown. */
export function promptText(store: Store, sessionId: string, promptId: string): string | undefined {
  return store.value<string>(sql`
    select text from prompts where session_id = ${sessionId} and prompt_id = ${promptId}
    order by id limit 1`);
}

/** Returns the times of a session's prompts that ask for something, unlike "thanks". */
export function requestTimes(store: Store, sessionId: string): string[] {
  const prompts = store.all<{ at: string; text: string }>(sql`
    select created_at as at, text from prompts where session_id = ${sessionId} order by created_at`);
  return prompts.filter(({ text }) => !isAcknowledgement(text)).map(({ at }) => at);
}

/** The bytes of payloads that are read at once, so that memory can be freed in between. */
const WORK_BYTES = 2_000_000;

/** Yields a session's calls that changed files or ran a shell line, oldest first. */
export function* workOf(store: Store, sessionId: string): Generator<RawCapture[]> {
  let waiting = store.all<{ id: number; bytes: number }>(sql`
    select id, octet_length(payload) as bytes from pending_queue where session_id = ${sessionId}
    and (+priority = 'high' or tool_name in ('Bash', 'PowerShell')) order by created_at, id`);
  while (waiting.length > 0) {
    const taken = within(waiting, WORK_BYTES);
    yield readCaptures(store, taken);
    waiting = waiting.slice(taken.length);
  }
}

const MAX_FILE_CAPTURES = 500; // the most calls of a file that are returned

/** Returns the calls that changed this file (absolute), of all sessions or one, newest first, pruned ones too. */
export function capturesOfFile(store: Store, path: string, sessionId: string | undefined) {
  const isWanted = sessionId === undefined ? sql`true` : sql`q.session_id = ${sessionId}`;
  return store.all<CapturedRow & { readonly session: number; readonly createdAt: string }>(sql`
    select s.id as session, q.created_at as createdAt, tool_name as toolName, files_touched as files, outcome,
    payload from pending_queue q join sessions s using (session_id) where q.priority = 'high'
    and instr(q.files_touched, ${JSON.stringify(path)}) and ${isWanted} order by q.created_at desc, q.id desc
    limit ${MAX_FILE_CAPTURES}`);
}

/** `captureId` is the capture with which the observation begins. A second one with the same capture is not kept. */
export type NewObservation = Readonly<
  & Record<"captureId" | "weight", number>
  & Record<"sessionId" | "text" | "createdAt", string>
  & { files: readonly string[]; outcome: string | null }
>;

export interface Observed {
  readonly observations: readonly NewObservation[];
  readonly processed: readonly number[]; // ids of captures, as in `skipped`
  readonly skipped: readonly number[];
}

/** Keeps observations and marks their captures, all or none. */
export function keepObservations(store: Store, observed: Observed): void {
  store.transaction(() => {
    for (const one of observed.observations) {
      const added = store.value<number>(sql`
        insert into observations (session_id, text, files, outcome, weight, created_at, capture_id)
        values (${one.sessionId}, ${one.text}, ${one.files}, ${one.outcome}, ${one.weight},
        ${one.createdAt}, ${one.captureId}) on conflict (capture_id)
        where capture_id is not null do nothing returning id`);
      if (added !== undefined) queueForSearch(store, "observation", [added]);
    }
    markCaptures(store, observed.processed, "processed");
    markCaptures(store, observed.skipped, "skipped");
  });
}

function markCaptures(store: Store, ids: readonly number[], status: string): void {
  store.run(sql`update pending_queue set status = ${status} where id in ${list(ids)} and status = 'raw'`);
}
