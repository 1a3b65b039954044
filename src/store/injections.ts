import type { SessionKey } from "../base/writes.ts";
import type { ScorePart } from "../search/search_types.ts";
import { applyWrites } from "./apply_writes.ts";
import type { GhapOwner } from "./ghap.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The context window that an agent is in: everything since its session began, or since its last compaction. */
export interface ContextWindow extends GhapOwner {
  readonly number: number;
  /** When it began, or when the session was resumed in it since; ISO 8601. */
  readonly since: string;
  /** Ids of what was brought into it. */
  readonly shown: ReadonlySet<string>;
}

/** The window that an agent is in now, with what it was shown; `undefined` for a session that nobody knows. */
export function contextWindow(store: Store, owner: GhapOwner): ContextWindow | undefined {
  const row = store.first<Pick<ContextWindow, "number" | "since"> & { readonly shown: string }>(sql`
    select context_window as number, coalesce(iif(context_window > 0, last_started_at, null),
    started_at) as since, (select json_group_array(item) from injections i
    where i.session_id = s.session_id and agent_id = ${owner.agentId ?? ""}
    and i.context_window = s.context_window) as shown from sessions s
    where session_id = ${owner.sessionId}`);
  return row === undefined ? undefined : { ...row, ...owner, shown: new Set(JSON.parse(row.shown)) };
}

interface InjectionBatch {
  readonly session: SessionKey;
  readonly window: ContextWindow;
  /** `prompt`, `file`, `failure`, `compaction`, `start`, `premortem`. */
  readonly hook: string;
  readonly tokenCount: number;
  readonly items: readonly { item: string; tokens: number; why: readonly ScorePart[] }[];
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
    const { sessionId, agentId, number } = window;
    const owner = sql`
      session_id = ${sessionId} and agent_id = ${agentId ?? ""} and context_window = ${number}`;
    const added = store.run(sql`
      insert into injections (session_id, agent_id, context_window, hook, created_at, prompt_number, item,
      tokens, why) select ${sessionId}, ${agentId ?? ""}, ${number}, ${hook}, ${at}, (select prompt_count
      from sessions where session_id = ${sessionId}), value ->> 'item', value ->> 'tokens',
      value ->> 'why' from json_each(${rows}) where not exists (select 1 from injections
      where ${owner} and item in ${list(ids)})`);
    if (added === 0) return false;
    const event = { kind: "event-logged", event: "context.injected", subject: null } as const;
    const data = { token_count: tokenCount, items: ids, hook };
    return applyWrites(store, [{ ...event, durationMs: null, session, at, data }]);
  });
}

/** What an agent was shown in the window before, and in earlier ones what it used; the newest first. */
export function shownBefore(
  store: Store,
  { sessionId, agentId, number }: ContextWindow,
): { readonly item: string; readonly used: number | null }[] {
  return store.all(sql`
    select item, max(used) as used from injections where session_id = ${sessionId}
    and agent_id = ${agentId ?? ""} and context_window < ${number} and used is not 0 group by item
    order by max(id) desc limit 40`);
}

/** Brought back so often without use, an item counts for less. */
const PATIENCE = 5;
const ONCE_NEGLECTED = 0.75;
const AGAIN_NEGLECTED = 0.5;

/** Of rows of `injections` those that show whether the item was of use where a hook found it. */
const IS_JUDGED = sql`used is not null and hook not in ('compaction', 'start')`;

/** How often the item of this id, which names tables, was brought back and not used; 0 once it was of use. */
export function ignoredSql(id: Sql): Sql {
  return sql`(select iif(max(used) = 0, count(*), 0) from injections where item = ${id} and ${IS_JUDGED})`;
}

/** By what its score is lowered; 1 for what was not ignored often enough. */
export function neglectFactor(ignored: number): number {
  if (ignored < PATIENCE) return 1;
  return ignored >= 2 * PATIENCE ? AGAIN_NEGLECTED : ONCE_NEGLECTED;
}

/** The item with its score lowered, and why. */
export function lowered<T extends { readonly score: number; readonly why: readonly ScorePart[] }>(
  item: T,
  factor: number,
): T {
  if (factor === 1) return item;
  const loss = item.score * (factor - 1);
  return { ...item, score: item.score + loss, why: [...item.why, { name: "ignored before", value: loss }] };
}

/**
 * By what factor the score of an item is lowered that was brought back again and again and never used; items that are
 * not among the result keep theirs. One use makes up for everything.
 */
export function neglectFactors(store: Store, items: readonly string[]): Map<string, number> {
  const counts = ignoredCounts(store, items);
  return new Map([...counts].map(([item, count]) => [item, neglectFactor(count)]));
}

/** How often those of the items came back that did so again and again and were never used. */
export function ignoredCounts(store: Store, items: readonly string[]): Map<string, number> {
  if (items.length === 0) return new Map();
  const rows = store.all<{ item: string; ignored: number }>(sql`
    select item, count(*) as ignored from injections where item in ${list(items)} and ${IS_JUDGED}
    group by item having max(used) = 0 and ignored >= ${PATIENCE}`);
  return new Map(rows.map(({ item, ignored }) => [item, ignored]));
}
