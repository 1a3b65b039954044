// Writes recorded sessions beside what hooks have captured, each row once. For `mneme replay`.
import { privateSubject, type PromptSubmitted, type SessionKey, type ToolCaptured } from "../base/writes.ts";
import { applyWrites, isWithinMoments, SAME_MOMENT_MS, SAME_PROMPT_MS } from "./apply_writes.ts";
import { FORGOTTEN } from "./columns.ts";
import { hasSession, LAST_AT, SESSION_COVERS, type SessionView } from "./sessions.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { hashText } from "../base/hash.ts";
import { replaceEvent } from "./event_log.ts";
import { PRUNED_EVENT } from "./session_facts.ts";

const REPLAYED = "import"; // the source and end reason of a session that is known from its transcript alone

/** The times before which captures or prompts were pruned; `null` if none are missing. */
type Pruned = Readonly<Record<"captures" | "prompts", string | null>>;

/** Returns a session; `undefined` if it was never seen. It is active if hooks saw its start and not its end. */
export function knownSession(store: Store, sessionId: string) {
  const missing = (table: Sql, isMissing: Sql) =>
    sql`
    (select iif(${isMissing}, coalesce(min(created_at), ended_at, last_started_at, started_at), null)
    from ${table} kept where kept.session_id = s.session_id)`;
  const prompts = sql`coalesce(min(number), prompt_count + 1) > 1`; // not by count, as a private one has no row
  return store.first<Pick<SessionView, "project" | "cwd" | "client" | "status"> & Pruned>(sql`
    select project, cwd, client, status,
    ${missing(sql`pending_queue`, sql`count(*) < tool_count`)} as captures,
    ${missing(sql`prompts`, prompts)} as prompts from sessions s where session_id = ${sessionId}`);
}

/** Notes sessions with a summary as pruned, and sets a missing end of any. To be called before their rows are removed. */
export function notePruned(store: Store, sessions: readonly string[]): void {
  store.run(sql`
    insert into event_log (session_id, event, subject, created_at) select session_id, ${PRUNED_EVENT}, '',
    strftime('%Y-%m-%dT%H:%M:%fZ') from sessions where summary <> '' and session_id in ${list(sessions)}`);
  // For `knownSession`: a moment later, as a transcript may date the last row after the hook.
  const end = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${LAST_AT}, ${`${SAME_MOMENT_MS / 1000} seconds`})`;
  store.run(sql`
    update sessions as s set ended_at = ${end} where ended_at is null and session_id in ${list(sessions)}`);
}

/**
 * Adds an unknown session, closed at once, because a replay may break off; returns true for a new one. A replayed
 * session gets the later end; one that hooks have seen stays as it is. In the caller's transaction.
 */
export function keepReplayedSession(
  store: Store,
  session: SessionKey,
  [from, to]: readonly [string, string],
  isUnattended: boolean,
): boolean {
  if (hasSession(store, session.sessionId)) {
    endReplayedSession(store, session, to);
    return false;
  }
  applyWrites(store, [
    { kind: "session-started", session, at: from, source: REPLAYED, isUnattended },
    { kind: "session-ended", session, at: to, reason: REPLAYED },
  ]);
  return true;
}

/** Some clients' names of MCP tools do not show where the server's name ends, so hook and transcript may differ there. */
const undivided = (name: Sql) => sql`replace(replace(${name}, '_', ''), '-', '')`;

/**
 * Returns true for a stored call. A hook stores no id if the client gives none or repeats one; for a command in a
 * script of Codex, it stores another id (`exec-…`). The first such capture with the same tool and input (or moment,
 * where the input was removed) gets the id, and an agent if it has none.
 */
export function matchCapture(store: Store, capture: ToolCaptured): boolean {
  const { session, at, toolUseId, agentId, agentType, toolName, payload } = capture;
  const own = sql`session_id = ${session.sessionId}`;
  const isSameTool = sql`${undivided(sql`tool_name`)} = ${undivided(sql`${toolName}`)}`;
  if (store.has(sql`select 1 from pending_queue where ${own} and tool_use_id = ${toolUseId}`)) return true;
  return store.run(sql`
    update pending_queue set tool_use_id = ${toolUseId}, agent_id = coalesce(agent_id, ${agentId}),
    agent_type = coalesce(agent_type, ${agentType}) where id = (select id from pending_queue
    where ${own} and json_valid(payload) and ${isSameTool}
    and (tool_use_id is null or (tool_use_id like 'exec-%' and ${toolUseId} not like 'exec-%'))
    and case when json_type(payload, '$.tool_input') is null then ${isWithinMoments(at, SAME_MOMENT_MS)}
    else json_extract(payload, '$.tool_input') = json_extract(${payload}, '$.tool_input') end
    order by json_type(payload, '$.tool_input') is null, id limit 1)`) > 0;
}

/** Notes when rows of these sessions were imported: their retention counts from then. */
export function noteImport(store: Store, sessions: readonly SessionKey[], at: string): void {
  store.run(sql`
    update sessions set imported_at = ${at} where session_id in
    ${list(sessions.map(({ sessionId }) => sessionId))}`);
}

/** Sets the end of a session that was replayed and that no hook has seen since. */
export function endReplayedSession(store: Store, session: SessionKey, at: string): void {
  const isReplayed = store.has(sql`
    select 1 from sessions where session_id = ${session.sessionId} and status = 'closed'
    and end_reason = ${REPLAYED}`);
  if (isReplayed) applyWrites(store, [{ kind: "session-ended", session, at, reason: REPLAYED }]);
}

/** Returns the maker of a session's summary. A forgotten summary counts as made until a prompt or call comes. */
export function summedUpBy(store: Store, sessionId: string): "hooks" | "replay" | "nobody" {
  return store.value<"hooks" | "replay">(sql`
    select iif(end_reason is ${REPLAYED}, 'replay', 'hooks') from sessions where session_id = ${sessionId}
    and (summary is not null or summary_covers = ${SESSION_COVERS})`) ?? "nobody";
}

/** `uuid`: the id of the prompt's row in the transcript, by which a wholly private prompt is known. */
type ReplayedPrompt = Readonly<{ write: PromptSubmitted; uuid: string }>;

const PRIVATE_EVENT = "history.private_prompt";

/**
 * Returns a function that keeps new prompts of a transcript, in the caller's transaction, and returns false for one that
 * is stored already. Each stored row matches one prompt, so "continue" twice is two.
 */
export function promptKeeper(store: Store): (prompt: ReplayedPrompt) => boolean {
  const taken = new Set<number>();
  return (prompt) => {
    const { write, write: { session: { sessionId }, promptId, text, at } } = prompt;
    if (text === null) return keepPrivate(store, prompt);
    // The transcript may spell texts otherwise than the hook, and gives a prompt that waited for a turn another id.
    const known = store.value<number>(sql`
      select id from (select id, distance, case when text = ${text} and prompt_id = ${promptId} then 1
      when distance > ${SAME_PROMPT_MS} then null when text = ${text} then 2 when prompt_id = ${promptId} then 3
      when text = ${FORGOTTEN} then 4 end as rank from (select *, round(1000 * abs(unixepoch(created_at, 'subsec')
      - unixepoch(${at}, 'subsec'))) as distance from prompts where session_id = ${sessionId}) where id not in
      ${list([...taken])}) where rank > 0 order by rank, iif(rank = 1, 0, distance), id limit 1`);
    if (known === undefined && !applyWrites(store, [write])) return false;
    taken.add(known ?? store.value<number>("select last_insert_rowid()")!);
    return known === undefined;
  };
}

/** Notes a wholly private prompt by an event without text, unless a hook or replay has noted it. */
function keepPrivate(store: Store, { write, uuid }: ReplayedPrompt): boolean {
  const own = sql`session_id = ${write.session.sessionId}`;
  const isKnown = store.has(sql`
    select 1 from event_log where ${own} and ((event = 'hook.user_prompt_submit'
    and subject in (${write.promptId}, ${privateSubject(write.promptId ?? "")}))
    or (event = ${PRIVATE_EVENT} and subject = ${uuid}))
    and subject is not null`); // the condition of a partial index
  const isNotedByHook = store.has(sql`
    select 1 from event_log where ${own} and event = 'hook.user_prompt_submit'
    and created_at not in (select created_at from prompts where ${own})
    and ${isWithinMoments(write.at, SAME_PROMPT_MS)}`);
  if (isKnown || isNotedByHook) return false;
  const event = { kind: "event-logged", event: PRIVATE_EVENT, subject: uuid, data: undefined } as const;
  return applyWrites(store, [write, { ...event, session: write.session, at: write.at, durationMs: null }]);
}

/** Numbers a session's prompts anew by time, from their least number, if older ones were added after newer ones. */
export function renumberPrompts(store: Store, sessionId: string): void {
  const isMixed = store.has(sql`
    select 1 from (select number, lag(number) over (order by created_at, number) as before from prompts
    where session_id = ${sessionId}) where number < before limit 1`);
  if (!isMixed) return;
  store.run(sql`
    update prompts set number = ordered.number from (select id, min(number) over () - 1 + row_number()
    over (order by created_at, number) as number from prompts where session_id = ${sessionId}) as ordered
    where prompts.id = ordered.id`);
}

/** A file's state at its last replay: `since`, before which rows were left out; and if candidates were sought. */
type FileProgress = Readonly<{ size: number; mtimeMs: number; since: string | null; hasCandidates: boolean }>;

/** The event that says that a file was replayed into this database. Its session id is made of the path. */
const REPLAYED_FILE = "history.file";

/** Returns the state in which this file was replayed; `undefined` if it never was to its end. */
export function replayedFile(store: Store, path: string): FileProgress | undefined {
  const row = store.value<string>(sql`
    select data from event_log where session_id = ${nameOf(path)} and event = ${REPLAYED_FILE}
    and subject is not null`); // the condition of a partial index
  return row === undefined ? undefined : JSON.parse(row) as FileProgress;
}

/** Notes that a file was replayed to its end. In the caller's transaction. */
export function noteReplayed(store: Store, path: string, progress: FileProgress): void {
  const at = new Date(progress.mtimeMs).toISOString();
  replaceEvent(store, { sessionId: nameOf(path), event: REPLAYED_FILE, subject: path, data: progress, at });
}

const nameOf = (path: string) => `history ${path}`;

/** The place of a row: in a session, at a moment in milliseconds since the epoch. */
type RowPlace = Readonly<{ sessionId: string; at: number }>;

/**
 * Knows which session has a call or prompt. The transcript of a forked or resumed session begins with copies of another
 * session's rows. Times are compared, too, because some models number the calls of each session from the start.
 */
export class KnownRows {
  /** The places of calls and of rows that were seen, by their ids. */
  readonly #seen: Map<string, RowPlace[]>;
  /** The places of prompts, by the hashes of their texts. */
  readonly #prompts: Map<string, RowPlace[]>;

  constructor(store: Store) {
    this.#seen = placesOf(store, sql`tool_use_id as key`, sql`pending_queue where tool_use_id is not null`);
    this.#prompts = placesOf(store, sql`text as key`, sql`prompts`, hashText);
  }

  /** Returns true if only other sessions have this id at this time; otherwise notes it as one of this session. */
  isOfOther(id: string, place: RowPlace): boolean {
    if (id === "") return false;
    const seen = this.#seen.getOrInsertComputed(id, () => []);
    const isOther = isOnlyOfOther(seen, place);
    if (!isOther) seen.push(place);
    return isOther;
  }

  /** Returns true if another session has this prompt at that time; a forgotten one is known by its time alone. */
  isPromptOfOther(text: string, place: RowPlace): boolean {
    const places = [text, FORGOTTEN].flatMap((said) => this.#prompts.get(hashText(said)) ?? []);
    return isOnlyOfOther(places, place);
  }
}

function placesOf(store: Store, key: Sql, rows: Sql, keyOf = (key: string) => key): Map<string, RowPlace[]> {
  const places = store.all<{ key: string; sessionId: string; at: string }>(sql`
    select ${key}, session_id as sessionId, created_at as at from ${rows}`)
    .map(({ key, sessionId, at }) => ({ key: keyOf(key), sessionId, at: Date.parse(at) }));
  return Map.groupBy(places, ({ key }) => key);
}

function isOnlyOfOther(places: readonly RowPlace[], { sessionId, at }: RowPlace): boolean {
  const same = places.filter((one) => Math.abs(one.at - at) <= SAME_MOMENT_MS);
  return same.length > 0 && !same.some((one) => one.sessionId === sessionId);
}
