import { abandonSession, noteEvidence } from "./ghap_records.ts";
import type { SqlValue, Store } from "./store.ts";
import { StoreError } from "./store_error.ts";
import type {
  EventLogged,
  OutcomeKnown,
  PredictionMet,
  PromptSubmitted,
  SessionEnded,
  SessionKey,
  SessionStarted,
  ToolCaptured,
  Write,
} from "../core/writes.ts";

/** Two installs at once report the same event within moments; so do a client's retries. */
const SAME_EVENT_MS = 2000;
const TITLE_UNITS = 80;

/**
 * Writes the records of one run of a hook in their order, in the caller's transaction. False when they were
 * there already. The event comes last: where all that it stands for was a repetition, it is one too.
 */
export function applyWrites(store: Store, writes: readonly Write[]): boolean {
  let isNew = false;
  for (const [i, write] of writes.entries()) {
    if (isAboutOthers(write) && i > 0 && !isNew) return false;
    isNew = applyWrite(store, write);
  }
  return isNew;
}

function isAboutOthers({ kind }: Write): boolean {
  return kind === "event-logged" || kind === "prediction-met";
}

function applyWrite(store: Store, write: Write): boolean {
  switch (write.kind) {
    case "session-started":
      return startSession(store, write);
    case "prompt-submitted":
      return addPrompt(store, write);
    case "tool-captured":
      return addCapture(store, write);
    case "outcome-known":
      return completeOutcome(store, write);
    case "prediction-met":
      return meetPrediction(store, write);
    case "event-logged":
      return addEvent(store, write);
    case "session-ended":
      return endSession(store, write);
    default: // a spool file is what somebody wrote, whatever the type says
      throw new StoreError("unusable", `unknown record ${JSON.stringify((write as Write).kind)}`);
  }
}

/**
 * How the session began is kept through resumes and compactions. A start from before the recorded end (it was
 * spooled) must not reopen the session.
 */
function startSession(store: Store, write: SessionStarted): boolean {
  ensureSession(store, write.session, write.at);
  store.run(
    `update sessions set source = coalesce(source, ?), cwd = ?, last_started_at = ?, status = 'active', ended_at = null, end_reason = null
     where session_id = ? and (ended_at is null or ended_at <= ?)`,
    write.source,
    write.session.cwd,
    write.at,
    write.session.sessionId,
    write.at,
  );
  return true;
}

/** An end that was spooled must not close the session that was resumed since, nor replace a later end. */
function endSession(store: Store, write: SessionEnded): boolean {
  ensureSession(store, write.session, write.at);
  const closed = store.run(
    `update sessions set status = 'closed', ended_at = ?, end_reason = ?
     where session_id = ? and max(coalesce(last_started_at, ''), coalesce(ended_at, '')) <= ?`,
    write.at,
    write.reason,
    write.session.sessionId,
    write.at,
  );
  if (closed > 0) abandonSession(store, write.session.sessionId, write.at);
  return true;
}

function addPrompt(store: Store, write: PromptSubmitted): boolean {
  const { sessionId } = write.session;
  if (write.text === null ? hasPrivatePrompt(store, write) : hasPrompt(store, write, write.text)) {
    return false;
  }
  ensureSession(store, write.session, write.at);
  const session = store.first<{ prompt_count: number }>(
    `update sessions set prompt_count = prompt_count + 1, title = coalesce(title, ?)
     where session_id = ? returning prompt_count`,
    write.text === null ? null : titleFrom(write.text),
    sessionId,
  );
  if (write.text === null) return true;
  store.run(
    "insert into prompts (session_id, prompt_id, number, text, created_at) values (?, ?, ?, ?, ?)",
    sessionId,
    write.promptId,
    session?.prompt_count ?? 1,
    write.text,
    write.at,
  );
  return true;
}

function hasPrompt(store: Store, write: PromptSubmitted, text: string): boolean {
  return store.first(
    `select 1 from prompts where session_id = ? and prompt_id is ? and text = ?
     and created_at between ? and ? limit 1`,
    write.session.sessionId,
    write.promptId,
    text,
    ...around(write.at),
  ) !== undefined;
}

/** A private prompt leaves no row to compare with; the hook's own event stands for it. */
function hasPrivatePrompt(store: Store, write: PromptSubmitted): boolean {
  if (write.promptId === null) return false;
  const event = { event: "hook.user_prompt_submit", subject: write.promptId };
  return hasEvent(store, { ...event, session: write.session, at: write.at });
}

function addCapture(store: Store, write: ToolCaptured): boolean {
  const added = store.run(
    `insert into pending_queue (session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name,
       priority, files_touched, outcome, created_at, payload) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (session_id, tool_use_id) do nothing`, // `or ignore` would swallow a record that breaks a check, too
    write.session.sessionId,
    write.toolUseId,
    write.agentId,
    write.agentType,
    write.promptId,
    write.toolName,
    write.priority,
    JSON.stringify(write.filesTouched),
    write.outcome,
    write.at,
    write.payload,
  );
  if (added === 0) return false;
  store.run(
    `insert into sessions (session_id, project, cwd, started_at, tool_count) values (?, ?, ?, ?, 1)
     on conflict (session_id) do update
     set tool_count = tool_count + 1, started_at = min(started_at, excluded.started_at)`,
    write.session.sessionId,
    write.session.project,
    write.session.cwd,
    write.at,
  );
  return true;
}

/**
 * Only what is unknown is completed, so that a second report changes nothing. True in any case: whether the event
 * behind it is a repetition shows by itself, and there may be no capture to complete.
 */
function completeOutcome(store: Store, write: OutcomeKnown): boolean {
  store.run(
    `update pending_queue set outcome = substr(outcome, 1, instr(outcome, ':')) || ?,
       payload = case when ? is not null and json_valid(payload) then json_set(payload, '$.outcome', json(?)) else payload end
     where session_id = ? and tool_use_id = ? and outcome like '%:unknown'`,
    write.result,
    write.details,
    write.details,
    write.session.sessionId,
    write.toolUseId,
  );
  return true;
}

function meetPrediction(store: Store, write: PredictionMet): boolean {
  noteEvidence(store, write.entry, write.outcome);
  const data = { suggested_action: write.suggestedAction, outcome: write.label, ghap: `g${write.entry}` };
  const event = { kind: "event-logged", event: "ghap.outcome", subject: null, durationMs: null } as const;
  return addEvent(store, { ...event, session: write.session, at: write.at, data });
}

function addEvent(store: Store, write: EventLogged): boolean {
  if (write.subject !== null && hasEvent(store, write)) return false;
  store.run(
    `insert into event_log (session_id, event, subject, data, duration_ms, created_at) values (?, ?, ?, ?, ?, ?)`,
    write.session.sessionId,
    write.event,
    write.subject,
    write.data === undefined ? null : JSON.stringify(write.data),
    write.durationMs,
    write.at,
  );
  if (opensWindow(write)) {
    store.run(
      "update sessions set context_window = context_window + 1 where session_id = ?",
      write.session.sessionId,
    );
  }
  return true;
}

/** What was brought back before a compaction is gone from the model's context. */
function opensWindow({ event, subject }: EventLogged): boolean {
  return event === "hook.pre_compact" ||
    event === "hook.session_start" && (subject === "compact" || subject === "clear");
}

function hasEvent(store: Store, write: Pick<EventLogged, "session" | "at" | "event" | "subject">): boolean {
  return store.first(
    `select 1 from event_log where session_id = ? and event = ? and created_at between ? and ? and subject = ? limit 1`,
    write.session.sessionId,
    write.event,
    ...around(write.at),
    write.subject,
  ) !== undefined;
}

/** What was spooled is applied late, so the first writer need not be the earliest. */
function ensureSession(store: Store, session: SessionKey, at: string): void {
  store.run(
    `insert into sessions (session_id, project, cwd, started_at) values (?, ?, ?, ?)
     on conflict (session_id) do update set started_at = excluded.started_at
     where excluded.started_at < started_at`,
    session.sessionId,
    session.project,
    session.cwd,
    at,
  );
}

function around(at: string): [SqlValue, SqlValue] {
  const moment = Date.parse(at);
  return [isoTime(moment - SAME_EVENT_MS), isoTime(moment + SAME_EVENT_MS)];
}

function isoTime(moment: number): string {
  return new Date(moment).toISOString();
}

/** The first line that says something, cut at a word. */
function titleFrom(prompt: string): string {
  const line = prompt.split("\n", 20).map((part) => part.trim()).find((part) => part !== "") ?? "";
  if (line.length <= TITLE_UNITS) return line;
  const cut = line.slice(0, TITLE_UNITS - 1);
  const blank = cut.lastIndexOf(" ");
  return `${(blank > TITLE_UNITS / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}
