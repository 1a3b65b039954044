// Writes the records of hooks and replays (captures, prompts, answers, events …) into their tables.
import { cutAtWord } from "../base/cut.ts";
import { timesAround } from "../base/time.ts";
import {
  AGENT_ANSWERED,
  type Answered,
  type EventLogged,
  type OutcomeKnown,
  type PredictionMet,
  type PromptSubmitted,
  type SessionEnded,
  type SessionStarted,
  type ToolCaptured,
  type Write,
} from "../base/writes.ts";
import { logEvent } from "./event_log.ts";
import { ensureSession, isForgottenSession } from "./sessions.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { StoreError } from "./store_error.ts";
import { FORGOTTEN } from "./columns.ts";
import { queueForSearch } from "./search_tables.ts";

const SAME_EVENT_MS = 2000; // two installs, or a client's retries, report the same event within this time

/**
 * Writes the records of one hook run, in the caller's transaction. Returns true if the last one, mostly its event, was
 * new. An event or a met prediction is about the record before it: if that was stored before, so was this one.
 */
export function applyWrites(store: Store, writes: readonly Write[]): boolean {
  let isNew = false;
  for (const [i, write] of writes.entries()) {
    const isAboutPrevious = write.kind === "event-logged" || write.kind === "prediction-met";
    if (isAboutPrevious && i > 0 && !isNew) return false;
    // A private prompt or met prediction has no row that identifies it, but the last record, the event, has one.
    const isKnownByEvent = write.kind === "prediction-met" ||
      write.kind === "prompt-submitted" && write.text === null;
    if (isKnownByEvent && isRepeated(store, writes.at(-1))) return false;
    // The start of the session may be missing. But an event by itself gives a forgotten session no row again.
    if (i === 0 && write.kind === "event-logged" && !isForgottenSession(store, write.session)) {
      ensureSession(store, write.session, write.at);
    }
    isNew = applyWrite(store, write);
  }
  return isNew;
}

/** Writes a hook's records like `applyWrites`; throws if the call of an outcome is not stored, but perhaps spooled. */
export function applyLive(store: Store, writes: readonly Write[]): boolean {
  for (const write of writes) {
    if (write.kind !== "outcome-known") continue;
    const { session: { sessionId }, toolUseId } = write;
    const isCaptured = store.has(sql`
      select 1 from pending_queue where session_id = ${sessionId} and ${isCallOf(toolUseId)}`);
    if (!isCaptured) throw new StoreError("busy", "its call is not stored yet, so the outcome waits");
  }
  return applyWrites(store, writes);
}

/** The writers by kind. Each returns false for a record stored before, if its own row shows that. */
const WRITERS: {
  readonly [K in Write["kind"]]: (store: Store, write: Extract<Write, { kind: K }>) => boolean | void;
} = {
  "event-logged": addEvent,
  "tool-captured": addCapture,
  "session-started": startSession,
  "session-ended": endSession,
  "prompt-submitted": addPrompt,
  "outcome-known": completeOutcome,
  "prediction-met": meetPrediction,
  "turn-answered": (store, answer) => void keepAnswer(store, answer), // two stops may end with the same words
  "question-answered": (store, answer) => void keepAnswer(store, answer),
};

/** Writes one record. A record from a spool file may be of any kind, whatever the type says. */
function applyWrite<W extends Write>(store: Store, write: W): boolean {
  if (Object.hasOwn(WRITERS, write.kind)) {
    return (WRITERS[write.kind] as (store: Store, write: W) => boolean | void)(store, write) !== false;
  }
  throw new StoreError("unusable", `unknown record ${JSON.stringify(write.kind)}`);
}

/** Adds an event unless repeated. Each of a compaction's events (one may be off), or `/clear`, begins a new window. */
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

/** Tells whether the same event of the same subject is stored from within two seconds; false without a subject. */
function isRepeated(store: Store, write: Write | undefined): boolean {
  return write?.kind === "event-logged" && write.subject !== null && store.has(sql`
    select 1 from event_log where session_id = ${write.session.sessionId} and event = ${write.event}
    and ${isWithinMoments(write.at)} and subject = ${write.subject} limit 1`);
}

export function isWithinMoments(at: string, ms = SAME_EVENT_MS): Sql {
  const [from, to] = timesAround(at, ms);
  return sql`created_at between ${from} and ${to}`;
}

function startSession(store: Store, { session, at, source, isUnattended = false }: SessionStarted): void {
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
}

/** SQL: no later start or end than `at` is recorded. A time in the future, from a wrong clock, does not count. */
function isNewest(at: string): Sql {
  const recorded = sql`max(coalesce(last_started_at, ''), coalesce(ended_at, ''))`;
  return sql`(${recorded} <= ${at} or ${recorded} > strftime('%Y-%m-%dT%H:%M:%fZ'))`;
}

/** Closes a session. A spooled end must not close a session resumed since, nor replace a later end. */
function endSession(store: Store, { session, session: { sessionId }, at, reason }: SessionEnded): void {
  ensureSession(store, session, at);
  const closed = store.run(sql`
    update sessions set status = 'closed', ended_at = ${at}, end_reason = ${reason}
    where session_id = ${sessionId} and ${isNewest(at)}`);
  if (closed === 0) return;
  // All open GHAP entries are abandoned, its subagents' too; the next session is offered them.
  store.run(sql`delete from ghap_premortems where session_id = ${sessionId}`);
  store.run(sql`
    update ghap set status = 'abandoned', result = ${SESSION_ENDED}, confidence_tier = 'bronze',
    resolved_at = ${at}, offered_at = null where session_id = ${sessionId} and status = 'active'`);
}

/** The `result` of a GHAP entry that was open at the end of its session. */
export const SESSION_ENDED = "session ended";

const TITLE_UNITS = 80; // the most units of a session's first title
export const SAME_PROMPT_MS = 60_000; // hook and transcript date the same prompt within this time

function addPrompt(store: Store, write: PromptSubmitted): boolean {
  const { session: { sessionId }, promptId, text, at } = write;
  // Qwen's hook gets all that was typed during a turn as one prompt. Its transcript has each part, later, without an id.
  const isKnown = store.has(sql`
    select 1 from prompts where session_id = ${sessionId} and (prompt_id is ${promptId} or ${promptId} is null)
    and (text in (${text}, ${FORGOTTEN}) and ${isWithinMoments(at)}
    or prompt_id is not ${promptId} and ${isWithinMoments(at, SAME_PROMPT_MS)}
    and instr(char(10, 10) || text || char(10, 10), char(10, 10) || ${text} || char(10, 10))) limit 1`);
  if (isKnown) return false;
  ensureSession(store, write.session, at);
  const number = store.value<number>(sql`
    update sessions set prompt_count = prompt_count + 1, title = coalesce(title,
    nullif(${text && titleFrom(text)}, '')) where session_id = ${sessionId} returning prompt_count`) ?? 1;
  if (text === null) return true;
  store.run(sql`
    insert into prompts (session_id, prompt_id, number, text, created_at)
    values (${sessionId}, ${promptId}, ${number}, ${text}, ${at})`);
  return true;
}

/** Returns the first line (no code fence), cut at a word; if it ends in ":" ("I get this again:"), with the next one. */
function titleFrom(prompt: string): string {
  const lines = prompt.split("\n", 20).map((part) => part.trim()); // of a long prompt, only the first lines
  const [line = "", next = ""] = lines.filter((part) => part !== "" && !part.startsWith("```"));
  return cutAtWord(/[:：]$/.test(line) ? `${line} ${next}`.trimEnd() : line, TITLE_UNITS);
}

/** Adds the call and counts it in its session; false when it was there already. */
function addCapture(store: Store, write: ToolCaptured): boolean {
  // `or ignore` would also drop a record that breaks a check.
  const add = (toolUseId: string | null) =>
    store.run(sql`
      insert into pending_queue (session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name,
      priority, files_touched, outcome, created_at, payload)
      values (${write.session.sessionId}, ${toolUseId}, ${write.agentId}, ${write.agentType},
      ${write.promptId}, ${write.toolName}, ${write.priority}, ${write.filesTouched}, ${write.outcome},
      ${write.at}, ${write.payload}) on conflict (session_id, tool_use_id) do nothing`);
  if (add(write.toolUseId) === 0) {
    if (isSameCall(store, write)) return false;
    add(null); // the client has given this id to an earlier call, too
  }
  countCall(store, write);
  return true;
}

/**
 * Compares a call with stored calls of its id or without an id, as some models number their calls anew in each message.
 * The same call has the same input within moments, or is the last of these calls and has the same payload.
 */
function isSameCall(store: Store, write: ToolCaptured): boolean {
  const { session: { sessionId }, toolUseId, agentId, toolName, at, payload } = write;
  const mayBeIt = sql`session_id = ${sessionId} and (tool_use_id = ${toolUseId} or tool_use_id is null)`;
  return store.has(sql`
    select 1 from pending_queue where ${mayBeIt} and agent_id is ${agentId} and tool_name = ${toolName}
    and (${isWithinMoments(at)} and coalesce(payload ->> 'tool_input' = ${payload} ->> 'tool_input', true)
    or payload = ${payload} and id = (select max(id) from pending_queue where ${mayBeIt})) limit 1`);
}

/** Counts a call. Makes the session's row, or moves its start back, only if need be: that saves a page of the WAL. */
function countCall(store: Store, { session, at }: ToolCaptured): void {
  const count = () =>
    store.run(sql`
      update sessions set tool_count = tool_count + 1 where session_id = ${session.sessionId}
      and started_at <= ${at}`);
  if (count() > 0) return;
  ensureSession(store, session, at);
  count();
}

/** Matches the call with this id or, as some clients' calls have none, that of the background task with this id. */
export function isCallOf(id: string): Sql {
  return sql`(tool_use_id = ${id} or instr(payload, ${`"backgroundTaskId":${JSON.stringify(id)}`}))`;
}

/** Completes an unknown outcome, once. The lower `learnt_tools` makes `mneme process` learn from the session again. */
function completeOutcome(store: Store, write: OutcomeKnown): void {
  const isOwn = sql`session_id = ${write.session.sessionId}`;
  const completed = store.run(sql`
    update pending_queue set outcome = substr(outcome, 1, instr(outcome, ':')) || ${write.result},
    payload = case when ${write.details} is not null and json_valid(payload) then json_set(payload,
    '$.outcome', json(${write.details})) else payload end
    where id = (select max(id) from pending_queue
    where ${isOwn} and outcome like '%:unknown' and ${isCallOf(write.toolUseId)})`);
  if (completed > 0) store.run(sql`update sessions set learnt_tools = learnt_tools - 1 where ${isOwn}`);
}

function meetPrediction(store: Store, write: PredictionMet): void {
  const { session: { sessionId }, entry, at, suggestedAction: suggested_action, label: outcome } = write;
  noteEvidence(store, entry, write.outcome);
  const data = { suggested_action, outcome, ghap: `g${entry}` };
  logEvent(store, { sessionId, event: "ghap.outcome", data, at });
}

const MAX_EVIDENCE = 10; // the most runs that a GHAP entry keeps as evidence

/** Adds a run to the evidence of a GHAP entry, by which later failures find its lesson; drops the oldest of too many. */
export function noteEvidence(store: Store, row: number, outcome: string): void {
  store.run(sql`
    update ghap set evidence = case when json_array_length(evidence) < ${MAX_EVIDENCE} then
    json_insert(evidence, '$[#]', json(${outcome})) else json_remove(json_insert(evidence, '$[#]',
    json(${outcome})), '$[0]') end where id = ${row} and json_valid(evidence)`);
}

/** Stores an answer as an observation without a call, once; false for a known one. In the caller's transaction. */
export function keepAnswer(store: Store, answer: Answered): boolean {
  ensureSession(store, answer.session, answer.at);
  const kept = answer.kind === "turn-answered"
    ? keepLastWords(store, answer)
    : keepNew(store, answer, sql`(text = ${FORGOTTEN} and ${isWithinMoments(answer.at, SAME_MOMENT_MS)})`);
  if (kept !== undefined) queueForSearch(store, "observation", [kept]);
  return kept !== undefined;
}

/** Keeps an answer of a turn: it replaces the turn's earlier answer, and is left out if a later one is stored. */
function keepLastWords(store: Store, answer: Answered): number | undefined {
  const { session: { sessionId }, at, since, text, weight } = answer;
  const prompts = sql`from prompts where session_id = ${sessionId}`;
  const replaced = store.value<number>(sql`
    update observations set text = ${text}, weight = ${weight}, created_at = ${at}
    where ${ownAnswers(answer)} and text glob ${AGENT_ANSWERED + "*"} and text <> ${text}
    and created_at >= coalesce(${since}, (select max(created_at) ${prompts} and created_at <= ${at}))
    and created_at < ${at} returning id`);
  const isLater = sql`(created_at >= ${at} and created_at < coalesce((select min(created_at) ${prompts}
    and created_at > ${at}), '~'))`; // '~' sorts after every time
  return replaced ?? keepNew(store, answer, isLater);
}

/** Transcript and hook date the same words at most this far apart. A forgotten text is known by its time alone. */
export const SAME_MOMENT_MS = 5000;

function keepNew(store: Store, answer: Answered, isThere: Sql): number | undefined {
  const { session: { sessionId }, at, text, weight } = answer;
  return store.value<number>(sql`
    insert into observations (session_id, text, created_at, weight) select ${sessionId}, ${text}, ${at},
    ${weight} where not exists (select 1 from observations where ${ownAnswers(answer)}
    and (text = ${text} or ${isThere}))
    returning id`);
}

function ownAnswers({ session }: Answered): Sql {
  return sql`session_id = ${session.sessionId} and capture_id is null`; // an answer is of no call
}
