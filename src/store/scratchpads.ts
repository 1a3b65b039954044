// Scratchpads (daily files of agents): the blocks (refused stops) of agents that wrote none, and texts for the search.
import { below } from "../base/slashes.ts";
import { isoTime } from "../base/time.ts";
import { logEvent } from "./event_log.ts";
import { lastPromptAt } from "./sessions.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

const BLOCKED_EVENT = "scratchpad.blocked";
const UNMET_EVENT = "scratchpad.unmet";

export interface BlockRequest {
  readonly sessionId: string;
  /** The agent and its file; blocks are counted for each such pair. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The install on this machine that asks. */
  readonly install: string;
  readonly startedAt: Date;
  readonly maxBlocks: number;
}

/** A block of another install within this time was about the same stop: the client starts the hooks of both together. */
const SAME_STOP_MS = 2000;

/**
 * Decides about a stop and counts a block before it happens. `told`: another install blocks it right now. `unmet`: the
 * agent was blocked often enough and may stop; an event notes this once. Throws a `StoreError`.
 */
export function countBlock(store: Store, request: BlockRequest): "block" | "told" | "unmet" {
  return store.transaction(() => {
    const { sessionId, subject, install, startedAt } = request;
    const before = isoTime(startedAt.getTime() - SAME_STOP_MS);
    // The agent waits for this hook, so a block since the hook's start is of another install.
    const { times, isTold } = store.first<{ times: number; isTold: number }>(sql`
      select count(*) as times, coalesce(max(created_at >= ${startedAt.toISOString()}
      or (data ->> 'install' <> ${install} and created_at >= ${before})), 0) as isTold from event_log where session_id = ${sessionId} and event = ${BLOCKED_EVENT} and subject = ${subject}`)!;
    if (isTold) return "told";
    if (times < request.maxBlocks) {
      addEvent(store, BLOCKED_EVENT, request);
      return "block";
    }
    const isNoted = store.has(sql`
      select 1 from event_log where session_id = ${sessionId} and event = ${UNMET_EVENT} and subject = ${subject}`);
    if (!isNoted) addEvent(store, UNMET_EVENT, request);
    return "unmet";
  });
}

/** Adds an event with the present time, because another install compares it with the time of its own start. */
function addEvent(store: Store, event: string, { sessionId, subject, data, install }: BlockRequest): void {
  logEvent(store, { sessionId, event, subject, data: { ...data, install }, at: new Date().toISOString() });
}

/** Returns the time at which a subagent started, ISO 8601; `undefined` for an unknown one. */
export function subagentStart(store: Store, sessionId: string, agentId: string): string | undefined {
  return store.value<string>(sql`
    select created_at as at from event_log where session_id = ${sessionId}
    and event = 'hook.subagent_start' and subject = ${agentId} order by created_at limit 1`);
}

/** Returns true if the session has started a subagent of a type that is not `exempt`: it has to write a scratchpad. */
export function hasOtherSubagent(store: Store, sessionId: string, exempt: readonly string[]): boolean {
  return store.has(sql`
    select 1 from event_log where session_id = ${sessionId} and event = 'hook.subagent_start'
    and subject is not null and coalesce(json_extract(data, '$.agent_type'), '') not in ${list(exempt)}
    limit 1`);
}

/** Returns the start of a session; `undefined` if nothing was called since its newest prompt, such as "thanks". */
export function startIfCalled(store: Store, sessionId: string): string | undefined {
  const prompted = lastPromptAt(store, sessionId);
  return store.value<string>(sql`
    select started_at from sessions where session_id = ${sessionId} and (${prompted} = '' or exists
    (select 1 from pending_queue where session_id = ${sessionId} and created_at >= ${prompted}))`);
}

/** A scratchpad: `project` is that of its sessions, in any worktree; `contentHash` is of the file before cleaning. */
export type ScratchpadText = Readonly<
  Record<"project" | "agent" | "day" | "path" | "contentHash" | "text" | "updatedAt", string>
>;

export function knownScratchpads(store: Store, folder: string, project: string) {
  const rows = store.all<{ id: number; path: string; contentHash: string }>(sql`
    select id, path, content_hash as contentHash from scratchpads
    where project = ${project} or instr(path, ${below(folder, "")}) = 1`);
  return new Map(rows.map(({ path, ...rest }) => [path, rest]));
}

export function keepScratchpad(store: Store, pad: ScratchpadText): number {
  return store.value<number>(sql`
    insert into scratchpads (project, agent, day, path, content_hash, text, updated_at)
    values (${pad.project}, ${pad.agent}, ${pad.day}, ${pad.path}, ${pad.contentHash}, ${pad.text},
    ${pad.updatedAt}) on conflict (path) do update set project = excluded.project,
    content_hash = excluded.content_hash, text = excluded.text, updated_at = excluded.updated_at
    returning id`) ?? 0;
}

export function recentProjects(store: Store, since: string, limit: number): string[] {
  return store.column<string>(sql`
    select project from sessions group by project having
    max(coalesce(last_started_at, started_at)) >= ${since} or max(coalesce(ended_at, '')) >= ${since}
    order by max(started_at) desc limit ${limit}`);
}
