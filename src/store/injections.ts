import type { ScorePart } from "../core/search/search_types.ts";
import type { SessionKey } from "../core/writes.ts";
import { applyRun } from "./apply_run.ts";
import type { Store } from "./store.ts";

/** Whose context it is. */
export interface ContextOwner {
  readonly sessionId: string;
  /** `null` for the main agent. */
  readonly agentId: string | null;
}

/** The context window that an agent is in: everything since its session began, or since its last compaction. */
export interface ContextWindow extends ContextOwner {
  readonly number: number;
  /** When it began, or when the session was resumed in it since; ISO 8601. */
  readonly since: string;
  /** Ids of what was brought into it. */
  readonly shown: ReadonlySet<string>;
}

interface WindowRow {
  readonly number: number;
  readonly since: string;
  readonly shown: string;
}

/** The window that an agent is in now, with what it was shown; `undefined` for a session that nobody knows. */
export function contextWindow(store: Store, owner: ContextOwner): ContextWindow | undefined {
  const row = store.first<WindowRow>(
    `select context_window as number, coalesce(iif(context_window > 0, last_started_at, null), started_at) as since,
       (select json_group_array(item) from injections i
        where i.session_id = s.session_id and agent_id = ? and i.context_window = s.context_window) as shown
     from sessions s where session_id = ?`,
    owner.agentId ?? "",
    owner.sessionId,
  );
  return row === undefined ? undefined : { ...row, ...owner, shown: new Set(JSON.parse(row.shown)) };
}

/** An item that is brought back. */
export interface Injection {
  readonly item: string;
  readonly tokens: number;
  readonly why: readonly ScorePart[];
}

/** One answer of a hook that brings items back. */
export interface InjectionBatch {
  readonly session: SessionKey;
  readonly window: ContextWindow;
  /** `prompt`, `file`, `failure`, `compaction`, `start`, `premortem`. */
  readonly hook: string;
  readonly tokenCount: number;
  readonly items: readonly Injection[];
  readonly at: string;
}

/**
 * Writes down that these are brought back, and then they may be: true once per window, also where two processes ask at
 * the same time. All of them or none.
 */
export function inject(
  store: Store,
  { session, window, hook, tokenCount, items, at }: InjectionBatch,
): boolean {
  return store.transaction(() => {
    const ids = items.map(({ item }) => item);
    const rows = items.map(({ item, tokens, why }) => ({ item, tokens, why: JSON.stringify(why) }));
    const owner = [window.sessionId, window.agentId ?? "", window.number] as const;
    if (store.run(INSERT, ...owner, hook, at, JSON.stringify(rows)) === 0) return false;
    const event = {
      kind: "event-logged",
      event: "context.injected",
      subject: null,
      durationMs: null,
    } as const;
    const data = { token_count: tokenCount, items: ids, hook };
    return applyRun(store, [{ ...event, session, at, data }]);
  });
}

const INSERT =
  `insert into injections (session_id, agent_id, context_window, hook, created_at, prompt_number, item, tokens, why)
  select ?1, ?2, ?3, ?4, ?5, (select prompt_count from sessions where session_id = ?1),
    value ->> 'item', value ->> 'tokens', value ->> 'why' from json_each(?6)
  where not exists (select 1 from injections where session_id = ?1 and agent_id = ?2 and context_window = ?3
    and item in (select value ->> 'item' from json_each(?6)))`;

/** What an agent was shown in the window before, and in earlier ones what it used; the newest first. */
export function shownBefore(
  store: Store,
  { sessionId, agentId, number }: ContextWindow,
): { readonly item: string; readonly used: number | null }[] {
  return store.all(
    `select item, max(used) as used from injections
     where session_id = ? and agent_id = ? and context_window < ? and used is not 0
     group by item order by max(id) desc limit 40`,
    sessionId,
    agentId ?? "",
    number,
  );
}
