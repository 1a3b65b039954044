// The table of sessions, with the prompts and calls of each. For hooks, commands, sync and the page.
import type { Client } from "../base/clients.ts";
import type { SessionKey } from "../base/writes.ts";
import type { RecentSession } from "../session/light_context.ts";
import type { OpenStep } from "../session/summary_line.ts";
import { isWork, shortPath } from "../session/wording.ts";
import { FORGOTTEN, parseTexts, PRUNED_PAYLOAD } from "./columns.ts";
import { every, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** SQL for a session's size ("3.12"). `summary_covers`: the size summed up; `~`: a client's title; `.`: sum up again. */
export const SESSION_COVERS = sql`(prompt_count || '.' || tool_count)`;

/** Makes the row of a session that has none, as hooks run in any order. An earlier moment moves the start back. */
export function ensureSession(store: Store, session: SessionKey, at: string): void {
  const { sessionId, project, cwd, client = "claude" } = session;
  // Not an upsert: each upsert would use up a row's number.
  const added = store.run(sql`
    insert into sessions (session_id, project, cwd, client, started_at)
    select ${sessionId}, ${project}, ${cwd}, ${client}, ${at}
    where not exists (select 1 from sessions where session_id = ${sessionId})`);
  if (added > 0) return;
  store.run(sql`
    update sessions set started_at = ${at} where session_id = ${sessionId} and started_at > ${at}`);
}

/** Returns true for a session that was forgotten and has no row since: the rest of its turn must bring nothing back. */
export function isForgottenSession(store: Store, { sessionId }: SessionKey): boolean {
  return store.has(sql`
    select 1 from removed_rows where item glob 's*' and mark = ${sessionId}
    and not exists (select 1 from sessions where session_id = ${sessionId})`);
}

/**
 * Returns true if something that was said in a session was forgotten: it still stands in the transcript. The third
 * condition is for words that stood in no row, as an answer is stored without its end, or whose rows nobody has searched.
 * `isKeptToo`: also if only a memory was forgotten, and the rows with its words were kept.
 */
export function hasForgotten(store: Store, sessionId: string, isKeptToo = false): boolean {
  const ofSession = sql`session_id = ${sessionId}`;
  return store.has(sql`
    select 1 from prompts where ${ofSession} and text = ${FORGOTTEN} union all
    select 1 from observations where ${ofSession} and text = ${FORGOTTEN} union all
    select 1 from forgotten_memories join memories on id = memory_id where ${ofSession}
    and (${isKeptToo} or coalesce(json_array_length(traces, '$.rows'), 0) = 0) union all
    select 1 from forgotten_memories, json_each(traces, '$.rows') join prompts p on p.id = value ->> 'id'
    where ${isKeptToo} and value ->> 'table' = 'prompts' and ${ofSession} union all
    select 1 from removed_rows where item glob 's*' and mark = ${sessionId}`);
}

/** The number of sessions that are read, the last begun. An older session that was resumed is not among them. */
const LOOKED_AT = 100;
/** The number of sessions of people that are returned, and the number below which those of scripts are added. */
const MOST_RECENT = 30;
const ENOUGH = 5;

/** Returns the last used other sessions with any content, people's first; without summaries that hold forgotten words. */
export function recentSessions(store: Store, session: SessionKey): RecentSession[] {
  // SQLite uses its index only if `isUnattended` is no bound value. Without title and summary, one of source 'sync'
  // was removed elsewhere, and one without prompts may be a subagent's, which Cursor does not link to its session.
  const newest = (isUnattended: 0 | 1, most: number) =>
    store.all<RecentSession>(sql`
      select id, title, max(coalesce(last_started_at, started_at), coalesce(ended_at, '')) as lastAt,
      prompt_count as promptCount, tool_count as toolCount, cast(summary_covers as integer) as summedPrompts,
      iif(id in (${holdingForgotten("sessions")}), null, summary) as summary from (select * from sessions
      where project = ${session.project} and is_unattended = ${raw(`${isUnattended}`)}
      and session_id <> ${session.sessionId} and (coalesce(title, summary) is not null
      or source is not 'sync' and prompt_count > 0)
      order by started_at desc limit ${LOOKED_AT}) order by lastAt desc limit ${most}`);
  const ofPeople = newest(0, MOST_RECENT);
  return ofPeople.length >= ENOUGH ? ofPeople : [...ofPeople, ...newest(1, ENOUGH - ofPeople.length)];
}

const holdingForgotten = (table: string) =>
  sql`select rest.value ->> 'id' from forgotten_memories f, json_each(iif(json_valid(f.traces), f.traces, '{}'),
  '$.rows') rest where rest.value ->> 'table' = ${table}`;

/** Returns an open session's steps since its summary, in 100 calls at most; else `undefined`. Failed calls have no file. */
export function openSteps(store: Store, id: number, project: string): OpenStep[] | undefined {
  const steps = store.all<OpenStep>(sql`
    select f.value as file, outcome from sessions s left join pending_queue p on p.id in (
    select id from (select id, row_number() over (order by id desc) as age from (select id
    from pending_queue q where q.session_id = s.session_id order by id desc limit 100))
    where summary is null or age <= tool_count - substr(summary_covers, instr(summary_covers, '.') + 1))
    and p.id not in (${holdingForgotten("pending_queue")})
    left join json_each(iif(priority = 'high' and instr(payload, '"tool_response":') > 0, files_touched, '[]')) f
    where s.id = ${id} and s.status = 'active' and tool_count > 0 order by p.id, f.id`);
  if (steps.length === 0) return undefined;
  const pathOf = (file: string | null) => file && isWork(file, project) ? shortPath(file, project) : null;
  return steps.map((step) => ({ ...step, file: pathOf(step.file) }))
    .filter(({ file, outcome }) => file ?? outcome);
}

/** Returns the time of a session's newest prompt; "" without one. */
export function lastPromptAt(store: Store, sessionId: string | null): string {
  return store.value<string>(sql`select max(created_at) from prompts where session_id = ${sessionId}`) ?? "";
}

export function hasSession(store: Store, sessionId: string): boolean {
  return store.has(sql`select 1 from sessions where session_id = ${sessionId}`);
}

/** Returns the client, the status and the start of a session; `undefined` when it was never seen. */
export function sessionState(store: Store, sessionId: string | null) {
  return store.first<Pick<SessionView, "client" | "status" | "started_at">>(sql`
    select client, status, started_at from sessions where session_id = ${sessionId}`);
}

/** Returns the active session in which something happened last: its agent is the likeliest to call now. */
export function newestActiveSession(store: Store, project: string): string | undefined {
  return store.value<string>(sql`
    select session_id from sessions s where project = ${project} and status = 'active'
    order by ${LAST_AT} desc, id desc limit 1`);
}

/** Returns the time at which a session of a client was last started or resumed; imported sessions do not count. */
export function lastStartOf(store: Store, client: Client): string | undefined {
  return store.value<string | null>(sql`
    select max(last_started_at) from sessions where client = ${client}
    and coalesce(end_reason, '') <> 'import'`) ?? undefined;
}

export function sessionsByClient(store: Store): Record<string, number> {
  return Object.fromEntries(store.map<Client, number>(sql`
    select client, count(*) as count from sessions group by client order by count desc, client`));
}

/**
 * Tells whether another session left work to `mneme process`: of a client that may report no end, one that has not
 * ended; of Claude Code, any with waiting calls from before `since`, because its terminal was closed or is still open.
 */
export function hasUnfinished(store: Store, { sessionId, client }: SessionKey, since: string): boolean {
  return client === undefined
    ? store.has(sql`
      select 1 from pending_queue where status = 'raw' and priority in ('high', 'normal', 'low')
      and created_at < ${since} limit 1`)
    : store.has(sql`
      select 1 from sessions where client = ${client} and status = 'active' and session_id <> ${sessionId} limit 1`);
}

/** SQL for the last moment of a session `s`, which may go on for weeks and never report an end. */
export const LAST_AT = sql`max(started_at, coalesce(last_started_at, ''), coalesce(ended_at, ''),
  coalesce((select max(created_at) from prompts p where p.session_id = s.session_id), ''),
  coalesce((select max(created_at) from pending_queue q where q.session_id = s.session_id), ''))`;

/** SQL for when a session began, went on or ended, or, while it is open, its user prompted last: unlike `LAST_AT`, fast. */
export const LAST_USE = sql`max(coalesce(last_started_at, started_at), coalesce(ended_at, ''), coalesce(iif(
  status = 'active', (select created_at from prompts p where p.session_id = sessions.session_id
  order by number desc limit 1), ''), ''))`;

/** Returns open sessions of clients other than Claude Code in which nothing has happened since `since`. */
export function idleSessions(store: Store, since: string): (SessionKey & { readonly lastAt: string })[] {
  return store.all(sql`
    select session_id as sessionId, project, cwd, client, ${LAST_AT} as lastAt from sessions s
    where status = 'active' and client <> 'claude' and lastAt < ${since}`);
}

/** A session as people and agents see it: columns of its row, with an id such as `s4`. */
export type SessionView = Readonly<
  & Record<"id" | "session_id" | "project" | "started_at", string>
  & Record<
    "cwd" | "source" | "last_started_at" | "ended_at" | "end_reason" | "title" | "summary",
    string | null
  >
  & Record<"prompt_count" | "tool_count", number>
  & { client: Client | null; status: "active" | "closed" } // no client if it ran on another machine
>;

const COLUMNS =
  sql`'s' || sessions.id as id, session_id, project, cwd, iif(source is 'sync', null, client) as client, source,
  status, started_at, last_started_at, ended_at, end_reason, prompt_count, tool_count, title, summary`;

/** Sessions with content: with these words in title or prompts, of a project, and begun, prompted or last used on a day. */
type Wanted = Readonly<{ words: readonly string[]; project?: string | undefined; day?: string | undefined }>;

export function findSessions(
  store: Store,
  { limit, offset = 0, ...wanted }: Wanted & { readonly limit: number; readonly offset?: number },
) {
  return store.all<SessionView & { readonly last_at: string }>(sql`
    select ${COLUMNS}, ${LAST_USE} as last_at from sessions where ${isWanted(wanted)}
    order by last_at desc, sessions.id desc limit ${limit} offset ${offset}`);
}

export function countSessions(store: Store, wanted: Wanted): number {
  return store.value<number>(sql`select count(*) from sessions where ${isWanted(wanted)}`) ?? 0;
}

function isWanted({ project, words, day }: Wanted): Sql {
  const conditions = words.slice(0, 100).map((word) => { // SQLite nests conditions less than 1000 deep
    const holds = (column: Sql) => sql`instr(lower(${column}), ${word.toLowerCase()})`;
    return sql`(${holds(sql`title`)} or exists (select 1 from prompts
      where prompts.session_id = sessions.session_id and ${holds(sql`text`)}))`;
  });
  const hasContent = sql`(prompt_count + tool_count > 0 or summary is not null)`;
  const isOfDay = day !== undefined && sql`${day} in (select date(t, 'localtime') from (select started_at as t
    union all select ${LAST_USE} union all select created_at from prompts where session_id = sessions.session_id))`;
  return every(hasContent, ...conditions, isOfDay, project !== undefined && sql`project = ${project}`);
}

/** Returns the session with this id, `s4` or the client's. */
export function sessionCalled(store: Store, id: string): SessionView | undefined {
  const number = /^s(\d{1,15})$/.exec(id)?.[1];
  return store.first(sql`
    select ${COLUMNS} from sessions where id = ${number ?? null} or session_id = ${id}`);
}

export function firstKnownProject(store: Store, projects: readonly string[]): string | undefined {
  const known = (table: "sessions" | "memories") =>
    projects.find((one) => store.has(sql`select 1 from ${raw(table)} where project = ${one} limit 1`));
  return known("sessions") ?? known("memories");
}

export type PromptView = Readonly<
  Record<"id" | "text" | "created_at", string> & { prompt_id: string | null; number: number }
>;

/**
 * A tool call without its payload. `detail`: the start of its command, pattern, query, URL, description or
 * prompt. `observation`: the text made of it and maybe of later calls, once the payload is pruned.
 */
export type ToolCallView = Readonly<
  & Record<
    "tool_use_id" | "agent_id" | "agent_type" | "prompt_id" | "outcome" | "detail" | "observation",
    string | null
  >
  & Record<"tool_name" | "created_at", string>
  & { files_touched: readonly string[]; failed: boolean; row: number }
>;

export function sessionPrompts(store: Store, sessionId: string): PromptView[] {
  return store.all<PromptView>(sql`
    select 'p' || id as id, prompt_id, number, text, created_at from prompts
    where session_id = ${sessionId} order by number, prompts.id`);
}

export function sessionToolCalls(store: Store, sessionId: string, limit: number): ToolCallView[] {
  type Row = Omit<ToolCallView, "files_touched" | "failed"> & { files_touched: string; failed: number };
  const rows = store.all<Row>(sql`
    select q.id as row, tool_use_id, agent_id, agent_type, prompt_id, tool_name, files_touched, q.outcome,
    q.created_at, case when json_valid(payload) then ${CALL_DETAIL} end as detail,
    iif(payload = ${PRUNED_PAYLOAD}, nullif(o.text, ${FORGOTTEN}), null) as observation,
    case when json_valid(payload) and json_type(payload, '$.error') is not null then 1
    else coalesce(o.outcome = 'failed', 0) end as failed from pending_queue q
    left join observations o on o.capture_id = q.id where q.session_id = ${sessionId}
    order by q.created_at desc, q.id desc limit ${limit}`);
  return rows.reverse().map(({ files_touched, failed, ...rest }) => ({
    ...rest,
    files_touched: parseTexts(files_touched),
    failed: failed === 1,
  }));
}

/** Returns the payload of a tool call as JSON text; `undefined` if it is pruned or the call is unknown. */
export function toolCallPayload(store: Store, row: number): string | undefined {
  return store.value(sql`
    select payload from pending_queue where id = ${row} and payload <> ${PRUNED_PAYLOAD}`);
}

/** SQL for `ToolCallView.detail`. SQLite parses the payload once and returns only the start of one text. */
export const CALL_DETAIL = sql`substr(coalesce(payload ->> '$.tool_input.command',
  payload ->> '$.tool_input.pattern', payload ->> '$.tool_input.query', payload ->> '$.tool_input.url',
  payload ->> '$.tool_input.description', payload ->> '$.tool_input.prompt'), 1, 500)`;
