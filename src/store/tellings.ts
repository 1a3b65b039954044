import { ID_LETTERS } from "../search/search_types.ts";
import { applyWrites } from "./apply_writes.ts";
import type { GhapOwner } from "./ghap.ts";
import { type ContextWindow, contextWindow } from "./injections.ts";
import type { SessionKey } from "../base/writes.ts";
import { list, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The moments at which a hook tells an agent items; each such answer is a row of `tellings`. */
export type TellingHook = "start" | "compaction" | "helper" | "prompt" | "file" | "failure" | "premortem";

interface Telling {
  readonly session: SessionKey;
  readonly window: ContextWindow;
  readonly hook: TellingHook;
  readonly tokenCount: number;
  /** The ids of all items that the text tells, those told by their titles included. */
  readonly items: readonly string[];
  /** The ids of the items that the text tells by their titles alone. */
  readonly lines: readonly string[];
  readonly text: string;
  readonly at: string;
}

/** Records a telling, with its event. In the caller's transaction. */
export function writeTelling(store: Store, telling: Telling): void {
  const { session, window, hook, tokenCount, items, lines, text, at } = telling;
  const { sessionId, agentId, number } = window;
  store.run(sql`
    insert into tellings (session_id, agent_id, context_window, hook, prompt_number, items, lines, tokens, text,
    created_at) values (${sessionId}, ${agentId ?? ""}, ${number}, ${hook}, (select prompt_count from sessions
    where session_id = ${sessionId}), ${items}, ${lines}, ${tokenCount}, ${text}, ${at})`);
  if (items.length === 0) return; // only sessions were told, which are no items
  const event = { kind: "event-logged", event: "context.injected", subject: null } as const;
  const data = { token_count: tokenCount, items, hook };
  applyWrites(store, [{ ...event, durationMs: null, session, at, data }]);
}

/** The items that an agent knows in its context window. */
export interface Known {
  readonly window: ContextWindow;
  /** Ids that the window was told, by title or whole. */
  readonly ids: ReadonlySet<string>;
}

/** Returns the window that an agent is in now, with what it knows; `undefined` for an unknown session. */
export function knownNow(store: Store, owner: GhapOwner): Known | undefined {
  const window = contextWindow(store, owner);
  if (window === undefined) return undefined;
  const titled = store.column<string>(sql`
    select value from tellings, json_each(lines) where session_id = ${window.sessionId}
    and agent_id = ${window.agentId ?? ""} and context_window = ${window.number}`);
  return { window, ids: new Set([...titled, ...window.shown]) };
}

const USE_COUNTED: Readonly<Record<string, string>> = {
  [ID_LETTERS.memory]: "memories",
  [ID_LETTERS.value]: "project_values",
};

/**
 * Records that an agent opened these items, and which hook had told each last, if any. An item counts as used
 * once a session. From then on it stands whole in the agent's context window.
 */
export function noteOpened(
  store: Store,
  { sessionId, agentId = null }: { readonly sessionId: string; readonly agentId?: string | null },
  ids: readonly string[],
  at: string,
): void {
  if (ids.length === 0) return;
  store.transaction(() => {
    for (const id of new Set(ids)) noteOne(store, { sessionId, agentId, id }, at);
  });
}

function noteOne(
  store: Store,
  { sessionId, agentId, id }: {
    readonly sessionId: string;
    readonly agentId: string | null;
    readonly id: string;
  },
  at: string,
): void {
  const added = store.run(sql`
    insert or ignore into openings (session_id, item, agent_id, hook, created_at) values (${sessionId}, ${id},
    ${agentId ?? ""}, (select hook from tellings where session_id = ${sessionId}
    and exists (select 1 from json_each(items) where value = ${id})
    order by agent_id = ${agentId ?? ""} desc, id desc limit 1), ${at})`);
  store.run(sql`
    insert or ignore into injections (session_id, agent_id, context_window, item, hook, tokens, used, created_at)
    values (${sessionId}, ${agentId ?? ""}, coalesce((select context_window from sessions
    where session_id = ${sessionId}), 0), ${id}, 'get', 0, 1, ${at})`);
  if (added === 0) return;
  store.run(sql`update injections set used = 1 where session_id = ${sessionId} and item = ${id}`);
  const table = USE_COUNTED[id[0] ?? ""];
  if (table === undefined) return;
  store.run(sql`
    update ${raw(table)} set use_count = use_count + 1, last_used_at = ${at}
    where id = ${Number(id.slice(1))}`);
}

/** The number of newest tellings that are searched; each may hold a hundred items. */
const LOOKED_AT = 2000;

/** Counts the sessions in which each item was told lately; items that any agent has opened are left out. */
export function toldInVain(store: Store, items: readonly string[], least: number): Map<string, number> {
  if (items.length === 0) return new Map();
  const rows = store.all<{ item: string; count: number }>(sql`
    select value as item, count(distinct session_id) as count from (select session_id, items
    from tellings order by id desc limit ${LOOKED_AT}), json_each(items) where value in ${list(items)}
    and value not in (select item from openings) group by value
    having count >= ${least}`);
  return new Map(rows.map(({ item, count }) => [item, count]));
}

/** The totals of one moment, over every session. */
export interface MomentTotals {
  readonly tellings: number;
  readonly tokens: number;
  readonly items: number;
  /** The items that an agent opened after this moment had told them. */
  readonly opened: number;
}

/** Returns the totals of each moment of `MOMENTS` that has told anything since `since` (ISO 8601). */
export function tellingTotals(store: Store, since = ""): Record<string, MomentTotals> {
  const rows = store.all<MomentTotals & { moment: string }>(sql`
    with told as (select ${MOMENT} as moment, count(*) as tellings, sum(tokens) as tokens,
    sum(json_array_length(items)) as items from tellings where created_at >= ${since} group by moment),
    opened as (select ${MOMENT} as moment, count(*) as opened from openings
    where created_at >= ${since} and hook is not null group by moment)
    select told.*, coalesce(opened, 0) as opened from told left join opened using (moment)`);
  const byMoment = new Map(rows.map(({ moment, ...totals }) => [moment, totals]));
  return Object.fromEntries(MOMENTS.flatMap((moment) => {
    const totals = byMoment.get(moment);
    return totals === undefined ? [] : [[moment, totals]];
  }));
}

export const MOMENTS = ["start", "prompt", "file", "failure", "helper"];
/** SQL for the moment of a telling: a compaction counts as a start, a premortem as a failure. */
export const MOMENT =
  sql`case hook when 'compaction' then 'start' when 'premortem' then 'failure' else hook end`;

/** Removes the texts of at most `limit` tellings from before a moment; returns how many. */
export function pruneTellings(store: Store, before: string, limit: number): number {
  return store.run(sql`
    update tellings set text = null where id in (select id from tellings
    where text is not null and created_at < ${before} order by id limit ${limit})`);
}

/** Removes the texts of all tellings that told one of these items. */
export function clearTellingsOf(store: Store, items: readonly string[]): void {
  store.run(sql`
    update tellings set text = null where text is not null and exists (select 1 from json_each(items)
    where value in ${list(items)})`);
}
