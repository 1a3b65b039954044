import { cutAtWord } from "../base/cut.ts";
import { timesAround } from "../base/time.ts";
import type {
  Answered,
  EventLogged,
  OutcomeKnown,
  PredictionMet,
  PromptSubmitted,
  SessionEnded,
  SessionStarted,
  ToolCaptured,
  Write,
} from "../base/writes.ts";
import { keepAnswer } from "./answers.ts";
import { logEvent } from "./event_log.ts";
import { ensureSession } from "./sessions.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { StoreError } from "./store_error.ts";

/** Two installs, or a client's retries, report the same event within this time. */
const SAME_EVENT_MS = 2000;

/**
 * Writes the records of one run of a hook in order, in the caller's transaction. Returns false when all were there
 * already. The event comes last: if the records before it were repetitions, it is one too.
 */
export function applyWrites(store: Store, writes: readonly Write[]): boolean {
  let isNew = false;
  for (const [i, write] of writes.entries()) {
    const isAboutOthers = write.kind === "event-logged" || write.kind === "prediction-met";
    if (isAboutOthers && i > 0 && !isNew) return false;
    // For these records, only the event tells whether they were written before: a private prompt leaves no row.
    const isKnownByEvent = write.kind === "prediction-met" ||
      write.kind === "prompt-submitted" && write.text === null;
    if (isKnownByEvent && isRepeated(store, writes.at(-1))) return false;
    isNew = applyWrite(store, write);
  }
  return isNew;
}

/**
 * Writes records as `applyWrites` does. Throws if one is the outcome of a call that is not stored yet: the call waits in
 * the spool, so its outcome must go there, too.
 */
export function applyLive(store: Store, writes: readonly Write[]): boolean {
  for (const write of writes) {
    if (write.kind !== "outcome-known") continue;
    const { session: { sessionId }, toolUseId } = write;
    const isCaptured = store.has(sql`
      select 1 from pending_queue where session_id = ${sessionId} and tool_use_id = ${toolUseId}`);
    if (!isCaptured) {
      throw new StoreError("busy", "the call that has ended waits in the spool");
    }
  }
  return applyWrites(store, writes);
}

/** The writers of records by kind. They return false if the record was there already. */
const WRITERS: {
  readonly [K in Write["kind"]]: (store: Store, write: Extract<Write, { kind: K }>) => boolean;
} = {
  "event-logged": addEvent,
  "tool-captured": addCapture,
  "session-started": startSession,
  "session-ended": endSession,
  "prompt-submitted": addPrompt,
  "outcome-known": completeOutcome,
  "prediction-met": meetPrediction,
  "turn-answered": addAnswer,
  "question-answered": addAnswer,
};

/** Writes one record. A record from a spool file may be of any kind, whatever the type says. */
function applyWrite<W extends Write>(store: Store, write: W): boolean {
  if (Object.hasOwn(WRITERS, write.kind)) {
    return (WRITERS[write.kind] as (store: Store, write: W) => boolean)(store, write);
  }
  throw new StoreError("unusable", `unknown record ${JSON.stringify(write.kind)}`);
}

/** Keeps an answer. Returns true, because the event that follows is checked for repetition by itself. */
function addAnswer(store: Store, write: Answered): boolean {
  keepAnswer(store, write);
  return true;
}

/** Keeps an event, unless it has a subject and the same event was reported within two seconds. */
function addEvent(store: Store, write: EventLogged): boolean {
  if (isRepeated(store, write)) return false;
  const { sessionId } = write.session;
  logEvent(store, { ...write, sessionId });
  const { event, subject } = write;
  const isNewWindow = event === "hook.pre_compact" ||
    event === "hook.session_start" && (subject === "compact" || subject === "clear");
  if (isNewWindow) {
    store.run(sql`update sessions set context_window = context_window + 1 where session_id = ${sessionId}`);
  }
  return true;
}

/** Tells whether the same event of the same subject was reported within two seconds. */
function isRepeated(store: Store, write: Write | undefined): boolean {
  return write?.kind === "event-logged" && write.subject !== null && store.has(sql`
    select 1 from event_log where session_id = ${write.session.sessionId} and event = ${write.event}
    and ${isWithinMoments(write.at)} and subject = ${write.subject} limit 1`);
}

function isWithinMoments(at: string): Sql {
  const [from, to] = timesAround(at, SAME_EVENT_MS);
  return sql`created_at between ${from} and ${to}`;
}

/** Starts a session, or goes on with one that is there. */
function startSession(store: Store, { session, at, source, isUnattended = false }: SessionStarted): boolean {
  const { sessionId, cwd } = session;
  ensureSession(store, session, at);
  // A resume or compaction does not change how the session began, nor that a person has worked in it.
  store.run(sql`
    update sessions set is_unattended = iif(source is null, ${isUnattended}, min(is_unattended, ${isUnattended}))
    where session_id = ${sessionId}`);
  // A start that was spooled and is older than a recorded start or end changes nothing else.
  store.run(sql`
    update sessions set source = coalesce(source, ${source}), cwd = ${cwd}, last_started_at = ${at},
    status = 'active', ended_at = null, end_reason = null
    where session_id = ${sessionId} and ${isNewest(at)}`);
  return true;
}

/**
 * Makes SQL that tells whether the write of the moment `at` is newer than the session's last recorded start or end. A
 * recorded time in the future does not count: the clock was ahead then, and was set back since.
 */
function isNewest(at: string): Sql {
  const recorded = sql`max(coalesce(last_started_at, ''), coalesce(ended_at, ''))`;
  return sql`(${recorded} <= ${at} or ${recorded} > strftime('%Y-%m-%dT%H:%M:%fZ'))`;
}

/** Closes a session. A spooled end must not close a session resumed since, nor replace a later end. */
function endSession(store: Store, { session, at, reason }: SessionEnded): boolean {
  ensureSession(store, session, at);
  const closed = store.run(sql`
    update sessions set status = 'closed', ended_at = ${at}, end_reason = ${reason}
    where session_id = ${session.sessionId} and ${isNewest(at)}`);
  if (closed > 0) abandonSession(store, session.sessionId, at);
  return true;
}

/** The `result` of a GHAP entry that was open at the end of its session. */
export const SESSION_ENDED = "session ended";

/** Abandons all open GHAP entries of a session, its subagents' too; the next session is offered them. */
function abandonSession(store: Store, sessionId: string, at: string): void {
  store.run(sql`delete from ghap_premortems where session_id = ${sessionId}`);
  store.run(sql`
    update ghap set status = 'abandoned', result = ${SESSION_ENDED}, confidence_tier = 'bronze',
    resolved_at = ${at}, offered_at = null where session_id = ${sessionId} and status = 'active'`);
}

const TITLE_UNITS = 80;

function addPrompt(store: Store, write: PromptSubmitted): boolean {
  const { session: { sessionId }, promptId, text, at } = write;
  const isKnown = store.has(sql`
    select 1 from prompts where session_id = ${sessionId} and prompt_id is ${promptId}
    and text = ${text} and ${isWithinMoments(at)} limit 1`);
  if (isKnown) return false;
  ensureSession(store, write.session, at);
  const number = store.value<number>(sql`
    update sessions set prompt_count = prompt_count + 1, title = coalesce(title,
    ${text && titleFrom(text)}) where session_id = ${sessionId} returning prompt_count`) ?? 1;
  if (text === null) return true;
  store.run(sql`
    insert into prompts (session_id, prompt_id, number, text, created_at)
    values (${sessionId}, ${promptId}, ${number}, ${text}, ${at})`);
  return true;
}

/** Returns the first line, cut at a word; with the next one if the first only announces it ("I get this again:"). */
function titleFrom(prompt: string): string {
  const lines = prompt.split("\n", 20).map((part) => part.trim());
  const [line = "", next = ""] = lines.filter((part) => part !== "" && !part.startsWith("```"));
  return cutAtWord(/[:：]$/.test(line) ? `${line} ${next}`.trimEnd() : line, TITLE_UNITS);
}

/** Adds the call and counts it in its session; false when it was there already. */
function addCapture(store: Store, write: ToolCaptured): boolean {
  const { session, at } = write;
  const added = store.run(sql`
    insert into pending_queue (session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name,
    priority, files_touched, outcome, created_at, payload)
    values (${session.sessionId}, ${write.toolUseId}, ${write.agentId}, ${write.agentType},
    ${write.promptId}, ${write.toolName}, ${write.priority}, ${write.filesTouched}, ${write.outcome},
    ${at}, ${write.payload}) on conflict (session_id, tool_use_id) do nothing`);
  // `or ignore` would swallow a record that breaks a check, too
  if (added > 0) countCall(store, write);
  return added > 0;
}

/**
 * Counts a call. If the call is later than the session's start, the start is not written, which saves an index page in
 * the log.
 */
function countCall(store: Store, { session, at }: ToolCaptured): void {
  const count = () =>
    store.run(sql`
      update sessions set tool_count = tool_count + 1 where session_id = ${session.sessionId}
      and started_at <= ${at}`);
  if (count() > 0) return;
  ensureSession(store, session, at);
  count();
}

/**
 * Completes an unknown outcome, so that a second report changes nothing. Always returns true: the event that follows
 * is checked for repetition, and the capture may be missing.
 */
function completeOutcome(store: Store, write: OutcomeKnown): boolean {
  store.run(sql`
    update pending_queue set outcome = substr(outcome, 1, instr(outcome, ':')) || ${write.result},
    payload = case when ${write.details} is not null and json_valid(payload) then json_set(payload,
    '$.outcome', json(${write.details})) else payload end
    where session_id = ${write.session.sessionId} and tool_use_id = ${write.toolUseId}
    and outcome like '%:unknown'`);
  return true;
}

function meetPrediction(store: Store, write: PredictionMet): boolean {
  const { session: { sessionId }, entry, at, suggestedAction: suggested_action, label: outcome } = write;
  noteEvidence(store, entry, write.outcome);
  const data = { suggested_action, outcome, ghap: `g${entry}` };
  logEvent(store, { sessionId, event: "ghap.outcome", data, at });
  return true;
}

/** The most runs that a GHAP entry keeps as evidence. */
const MAX_EVIDENCE = 10;

/** Adds a run to the evidence of a GHAP entry, by which later failures find its lesson; drops the oldest. */
export function noteEvidence(store: Store, row: number, outcome: string): void {
  store.run(sql`
    update ghap set evidence = case when json_array_length(evidence) < ${MAX_EVIDENCE} then
    json_insert(evidence, '$[#]', json(${outcome})) else json_remove(json_insert(evidence, '$[#]',
    json(${outcome})), '$[0]') end where id = ${row} and json_valid(evidence)`);
}
