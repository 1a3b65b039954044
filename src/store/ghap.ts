// The entries of GHAP (goal, hypothesis, action, prediction), for tools, commands and hooks.
import {
  bearsOut,
  type GhapEnd,
  type GhapExpectation,
  type GhapStatements,
  type GhapStatus,
  type GhapTier,
  type Iteration,
  type Lesson,
  type RootCause,
} from "../ghap/entry.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { SESSION_ENDED } from "./apply_writes.ts";
import { parseList } from "./columns.ts";
import { LAST_AT } from "./sessions.ts";
import { asRow, join, list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export interface GhapRow
  extends
    GhapExpectation,
    GhapStatements,
    Readonly<Record<"result" | "surprise" | "resolved_at" | "updated_at" | "offered_at", string | null>> {
  readonly id: number;
  readonly session_id: string;
  readonly agent_id: string | null; // the subagent that owns the entry; `null` for the main agent
  readonly project: string;
  readonly domain: string;
  readonly strategy: string; // "" if the agent gave none
  readonly status: GhapStatus;
  readonly root_cause: string | null; // JSON: `RootCause`
  readonly lesson: string | null; // JSON: `Lesson`
  readonly auto_captured: number;
  readonly confidence_tier: GhapTier | null;
  readonly iterations: string; // JSON: a list of `Iteration`
  readonly created_at: string;
  readonly evidence: string; // JSON: a list of the runs that the entry has met
}

/** An agent of a session, such as the owner of an entry; `agentId` is `null` for the main agent. */
export type AgentKey = Readonly<{ sessionId: string; agentId: string | null }>;

const GHAP_COLUMNS = sql`id, session_id, agent_id, project, domain, strategy, goal, hypothesis, action,
  prediction, expects, expects_of, status, result, surprise, root_cause, lesson, auto_captured,
  confidence_tier, iterations, created_at, resolved_at, updated_at, offered_at, evidence`;

export function ghapByRow(store: Store, row: number): GhapRow | undefined {
  return store.first<GhapRow>(sql`select ${GHAP_COLUMNS} from ghap where id = ${row}`);
}

export function activeGhap(store: Store, { sessionId, agentId }: AgentKey): GhapRow | undefined {
  return activeInSession(store, sessionId).find(({ agent_id }) => agent_id === agentId);
}

export function activeInSession(store: Store, sessionId: string): GhapRow[] {
  return store.all<GhapRow>(sql`
    select ${GHAP_COLUMNS} from ghap where session_id = ${sessionId} and status = 'active'
    order by agent_id is not null, id desc`);
}

export function findGhap(
  store: Store,
  { project, status, domain, limit }:
    & { readonly [P in "project" | "status" | "domain"]?: GhapRow[P] | undefined }
    & { readonly limit: number },
): GhapRow[] {
  return store.all<GhapRow>(sql`
    select ${GHAP_COLUMNS} from ghap where (${project} is null or project = ${project})
    and (${status} is null or status = ${status}) and (${domain} is null or domain = ${domain})
    order by id desc limit ${limit}`);
}

type GhapDraft =
  & (AgentKey & GhapStatements & Partial<GhapExpectation>)
  & Pick<GhapRow, "project" | "domain" | "strategy">;

type GhapChange = { readonly [P in Exclude<keyof Iteration, "at">]?: Iteration[P] | undefined };

interface GhapResolution {
  readonly status: GhapEnd;
  readonly result: string;
  readonly surprise?: string | undefined;
  readonly rootCause?: RootCause | undefined;
  readonly lesson?: Lesson | undefined;
  readonly isAutoCaptured: boolean;
}

/** Opens an entry; `undefined`, with no effect, if the agent has an open one. Permits a new premortem. */
export function startGhap(store: Store, draft: GhapDraft, at: string): number | undefined {
  return store.transaction(() => {
    if (activeGhap(store, draft) !== undefined) return undefined;
    permitPremortem(store, draft);
    const { sessionId: session_id, agentId: agent_id, ...said } = draft;
    const row = { session_id, agent_id, ...said, created_at: at, updated_at: at };
    return store.value<number>(sql`insert into ghap ${asRow(row)} returning id`);
  });
}

/** Changes an open entry and keeps the old parts in its history; false if the entry is not open. */
export function updateGhap(store: Store, row: number, change: GhapChange, at: string): boolean {
  return store.transaction(() => {
    const before = ghapByRow(store, row);
    if (before?.status !== "active") return false;
    const { note, ...parts } = change;
    const given = Object.entries(parts).filter(([, value]) => value !== undefined);
    const old = Object.fromEntries(given.map(([name]) => [name, before[name as keyof typeof parts]]));
    const iterations = withIteration(before, { at, ...old, ...(note === undefined ? {} : { note }) });
    const sets = given.map(([name, value]) => sql`${raw(name)} = ${value}, `);
    store.run(sql`
      update ghap set ${join(sets, sql``)} iterations = ${iterations}, updated_at = ${at} where id = ${row}`);
    return true;
  });
}

function withIteration(before: GhapRow, iteration: Iteration): string {
  return JSON.stringify([...parseList<Iteration>(before.iterations), iteration]);
}

/**
 * Resolves an open entry, or adds a lesson or root cause to one resolved with the same status that lacks it, and a
 * result if it has only its status. Returns the tier that the recorded evidence allows; `undefined` for other entries.
 */
export function resolveGhap(store: Store, row: number, resolution: GhapResolution, at: string) {
  return store.transaction(() => {
    const entry = ghapByRow(store, row);
    const isLate = entry?.status === resolution.status && resolution.status !== "abandoned" &&
      (resolution.lesson === undefined
        ? entry.root_cause === null && resolution.rootCause !== undefined
        : entry.lesson === null);
    if (entry === undefined || (entry.status !== "active" && !isLate)) return undefined;
    const kept = isLate ? entry : undefined; // an adopted entry's former texts are replaced
    const isGold = entry.confidence_tier === "gold" ||
      (resolution.isAutoCaptured && hasMatchingOutcome(store, entry, resolution.status));
    const isExplained = resolution.rootCause !== undefined || resolution.lesson !== undefined;
    const tier = isGold ? "gold" : isExplained ? "silver" : "bronze";
    store.run(sql`
      update ghap set status = ${resolution.status}, result = coalesce(nullif(result, status), ${resolution.result}),
      surprise = ${resolution.surprise ?? kept?.surprise},
      root_cause = ${JSON.stringify(resolution.rootCause) ?? kept?.root_cause},
      lesson = ${JSON.stringify(resolution.lesson) ?? kept?.lesson}, confidence_tier = ${tier},
      auto_captured = max(${kept?.auto_captured ?? 0}, ${resolution.isAutoCaptured}),
      resolved_at = coalesce(resolved_at, ${at}), updated_at = iif(${isLate}, ${at}, updated_at) where id = ${row}`);
    return tier;
  });
}

/** Tells whether a run of this agent during the entry proves the resolution; `bearsOut` wants commands unquoted. */
function hasMatchingOutcome(store: Store, entry: GhapRow, status: GhapEnd): boolean {
  return store.all<Pick<Outcome, "kind" | "result" | "command">>(sql`
    select distinct substr(outcome, 1, instr(outcome, ':') - 1) as kind,
    substr(outcome, instr(outcome, ':') + 1) as result, replace(replace(coalesce(
    iif(json_valid(payload), payload ->> '$.tool_input.command', null), ''), '"', ''), '''', '') as command
    from pending_queue where session_id = ${entry.session_id} and agent_id is ${entry.agent_id} and outcome is not null
    and created_at between ${entry.created_at} and coalesce(${entry.resolved_at}, created_at)`)
    .some((run) => bearsOut(entry, status, run));
}

/** Abandons an entry, which is then offered to nobody; an abandoned one gets the new reason. False for any other. */
export function abandonGhap(store: Store, row: number, reason: string, at: string): boolean {
  return store.run(sql`
    update ghap set status = 'abandoned', result = ${reason}, confidence_tier = 'bronze',
    resolved_at = ${at}, offered_at = ${at} where id = ${row} and status in ('active', 'abandoned')`) > 0;
}

/** The most abandoned entries that are looked at, the newest: over years they add up. */
const ENTRIES_LOOKED_AT = 100;

/**
 * Selects the entries to offer a session: its own; those never offered, or only to a session that began at `offered_at`
 * and did nothing; open ones whose session went on since but rests for ten minutes, as it may have broken off.
 */
export function orphans({ project, sessionId }: Readonly<Record<"project" | "sessionId", string>>): Sql {
  return sql`
    select id from (select * from ghap where project = ${project} and status = 'active' union all select * from
    (select * from ghap where project = ${project} and status = 'abandoned'
    order by created_at desc limit ${ENTRIES_LOOKED_AT}) where result = ${SESSION_ENDED}) entry
    where session_id = ${sessionId} or offered_at is null or exists (select 1 from sessions
    where project = entry.project and started_at = offered_at and prompt_count + tool_count = 0)
    or (status = 'active' and (select ${LAST_AT} from sessions s where s.session_id = entry.session_id)
    between offered_at and strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-10 minutes'))`;
}

/** Returns entries that can be offered to a session, its own and then the newest first. Marks those of other sessions as offered. */
export function offerOrphans(
  store: Store,
  query: Readonly<{ project: string; sessionId: string; limit: number }>,
  at: string,
): GhapRow[] {
  return store.transaction(() => {
    const rows = store.column<number>(sql`
      select id from ghap where id in (${orphans(query)})
      order by session_id = ${query.sessionId} desc, id desc limit ${query.limit}`);
    store.run(sql`
      update ghap set offered_at = ${at} where id in ${list(rows)} and session_id <> ${query.sessionId}`);
    return rows.flatMap((row) => ghapByRow(store, row) ?? []);
  });
}

/** Gives an open or abandoned entry to another agent and reopens it; refused if that agent has an open entry. */
export function adoptGhap(store: Store, row: number, owner: AgentKey, at: string) {
  return store.transaction(() => {
    const entry = ghapByRow(store, row);
    if (entry === undefined) return "absent";
    if (entry.status === "confirmed" || entry.status === "falsified") return "resolved";
    const own = activeGhap(store, owner);
    if (own !== undefined && own.id !== row) return "busy";
    permitPremortem(store, owner);
    store.run(sql`
      update ghap set status = 'active', session_id = ${owner.sessionId}, agent_id = ${owner.agentId},
      result = null, resolved_at = null, confidence_tier = null,
      iterations = ${withIteration(entry, { at, note: "adopted" })}, updated_at = ${at}, offered_at = null
      where id = ${row}`);
    return ghapByRow(store, row) ?? "absent";
  });
}

/** Gives an open entry to the agent that really started it; another open entry of this agent is abandoned. */
export function bindGhap(store: Store, row: number, owner: AgentKey, at: string): void {
  store.transaction(() => {
    const entry = ghapByRow(store, row);
    if (entry?.status !== "active") return;
    permitPremortem(store, owner);
    if (entry.session_id === owner.sessionId && entry.agent_id === owner.agentId) return;
    const other = activeGhap(store, owner);
    if (other !== undefined) abandonGhap(store, other.id, `replaced by g${row}`, at);
    store.run(sql`
      update ghap set session_id = ${owner.sessionId}, agent_id = ${owner.agentId} where id = ${row}`);
  });
}

/** Gives memories that an agent has just saved to the session of its call. */
export function bindMemories(store: Store, rows: readonly number[], sessionId: string, at: string): void {
  const since = new Date(Date.parse(at) - JUST_SAVED_MS).toISOString();
  store.run(sql`
    update memories set session_id = ${sessionId} where id in ${list(rows)} and session_id is not ${sessionId}
    and source = 'agent' and created_at >= ${since}`);
}

/** The age in milliseconds up to which a memory was saved by the call that names it; an older one was only updated. */
const JUST_SAVED_MS = 60_000;

export function permitPremortem(store: Store, owner: AgentKey): void {
  store.run(sql`
    delete from ghap_premortems where session_id = ${owner.sessionId}
    and agent_id = ${owner.agentId ?? ""}`);
}

/** Claims a premortem: true once until `permitPremortem`, even for two processes at the same time. */
export function claimPremortem(store: Store, owner: AgentKey, at: string): boolean {
  const [session, agent] = [owner.sessionId, owner.agentId ?? ""];
  // Looks before writing: most failures come after the premortem, and a write waits for the lock.
  const isShown = store.has(sql`
    select 1 from ghap_premortems where session_id = ${session} and agent_id = ${agent}`);
  return !isShown && store.run(sql`
    insert into ghap_premortems (session_id, agent_id, shown_at) values (${session}, ${agent}, ${at})
    on conflict do nothing`) > 0;
}

/** Notes which agent is about to call a tool of mneme: the MCP server learns the call's id only. */
export function noteCaller(store: Store, toolUseId: string, owner: AgentKey, at: string): void {
  store.run(sql`
    insert or replace into tool_callers (tool_use_id, session_id, agent_id, created_at)
    values (${toolUseId}, ${owner.sessionId}, ${owner.agentId}, ${at})`);
}

export function callerOf(store: Store, toolUseId: string): AgentKey | undefined {
  return store.first<AgentKey>(sql`
    select session_id as sessionId, agent_id as agentId from tool_callers where tool_use_id = ${toolUseId}`);
}
