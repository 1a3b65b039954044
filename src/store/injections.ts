import type { ScorePart } from "../search/search_types.ts";
import type { GhapOwner } from "./ghap.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** An agent's context window: from the session's start, or its last compaction, until now. */
export interface ContextWindow extends GhapOwner {
  readonly number: number;
  /** The time at which it began or the session was resumed in it, ISO 8601. */
  readonly since: string;
  /** Ids of items that it was shown, and of those marked "not here" for its project. */
  readonly shown: ReadonlySet<string>;
}

/** Returns an agent's present window and what it was shown; `undefined` for an unknown session. */
export function contextWindow(store: Store, owner: GhapOwner): ContextWindow | undefined {
  const row = store.first<Pick<ContextWindow, "number" | "since"> & { readonly shown: string }>(sql`
    select context_window as number, coalesce(iif(context_window > 0, last_started_at, null),
    started_at) as since, (select json_group_array(item) from (
    select item from injections i where i.session_id = s.session_id and agent_id = ${owner.agentId ?? ""}
    and i.context_window = s.context_window union all select item from not_here n where n.project = s.project)) as shown from sessions s
    where session_id = ${owner.sessionId}`);
  return row === undefined ? undefined : { ...row, ...owner, shown: new Set(JSON.parse(row.shown)) };
}

interface InjectionBatch {
  readonly window: ContextWindow;
  readonly hook: string;
  readonly items: readonly { id: string; tokens: number; why: readonly ScorePart[] }[];
  readonly at: string;
}

/**
 * Notes that these items are told whole. Returns true once per window, even for two processes at the same time; all
 * items or none. In the caller's transaction.
 */
export function inject(store: Store, { window, hook, items, at }: InjectionBatch): boolean {
  const ids = items.map(({ id }) => id);
  const rows = items.map(({ id, tokens, why }) => ({ item: id, tokens, why: JSON.stringify(why) }));
  const { sessionId, agentId, number } = window;
  return store.run(sql`
    insert into injections (session_id, agent_id, context_window, hook, created_at, prompt_number, item,
    tokens, why) select ${sessionId}, ${agentId ?? ""}, ${number}, ${hook}, ${at}, (select prompt_count
    from sessions where session_id = ${sessionId}), value ->> 'item', value ->> 'tokens',
    value ->> 'why' from json_each(${rows}) where not exists (select 1 from injections
    where session_id = ${sessionId} and agent_id = ${agentId ?? ""} and context_window = ${number}
    and item in ${list(ids)})`) > 0;
}

/** Returns ids of items that an agent was told whole or opened in earlier windows of its session, newest first. */
export function knownBefore(store: Store, { sessionId, agentId, number }: ContextWindow): string[] {
  return store.column<string>(sql`
    select item from (select item, created_at from openings where session_id = ${sessionId}
    and agent_id = ${agentId ?? ""} union all select item, created_at from injections
    where session_id = ${sessionId} and agent_id = ${agentId ?? ""} and context_window < ${number}
    and hook in ('file', 'failure', 'premortem')) group by item order by max(created_at) desc limit 40`);
}
