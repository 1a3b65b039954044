// Records what agents were told and opened, and reads an agent's context window. The table `tellings` has each text
// that a hook showed; `injections`, the items that were shown whole, each once per context window. Its rows without a
// session mark items that were edited or that came by sync.
import { ID_LETTERS, type ScorePart, type SearchHit } from "../search/search_types.ts";
import { parseTexts } from "./columns.ts";
import { logEvent } from "./event_log.ts";
import type { AgentKey } from "./ghap.ts";
import { list, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The moments at which hooks tell items (`helper`: a subagent's start); each text is a row of `tellings`. */
export type TellingHook = "start" | "compaction" | "helper" | "prompt" | "file" | "failure" | "premortem";

interface Telling {
  readonly window: ContextWindow;
  readonly hook: TellingHook;
  readonly tokenCount: number;
  /** The ids of all items that the text tells, those told by their titles included. */
  readonly items: readonly string[];
  /** The ids of the items that the text tells only by their titles. */
  readonly lines: readonly string[];
  readonly text: string;
  readonly at: string;
}

/** Records a telling, with its event. In the caller's transaction. */
export function writeTelling(store: Store, telling: Telling): void {
  const { window: { sessionId, agentId, number }, hook, tokenCount, items, lines, text, at } = telling;
  store.run(sql`
    insert into tellings (session_id, agent_id, context_window, hook, prompt_number, items, lines, tokens, text,
    created_at) values (${sessionId}, ${agentId ?? ""}, ${number}, ${hook}, (select prompt_count from sessions
    where session_id = ${sessionId}), ${items}, ${lines}, ${tokenCount}, ${text}, ${at})`);
  if (items.length === 0) return; // only sessions were told, which `items` leaves out
  const data = { token_count: tokenCount, items, hook };
  logEvent(store, { sessionId, event: "context.injected", data, at });
}

/** The window of tellings that belong to none any more: the user has removed (rewound) their turn in the client. */
const NO_WINDOW = -1;

/** True for a telling whose turn the user has not removed. */
export const STANDS = sql`context_window > ${NO_WINDOW}`;

/** Selects what the main agent was told in a turn, and not at a start. */
const IN_TURN = sql`agent_id = '' and hook not in ('start', 'compaction')`;

export const MOMENT_TOLD = sql`iif(${STANDS}, hook, 'taken back')`; // the page has a phrase for each

/**
 * Returns the session's prompt before the newest (`last`), and those whose turns told something in the window and that
 * the user may remove. After a stop, `told` leaves out `last`: its answer may not be in the transcript yet, so it would
 * look removed.
 */
export function toldTurns(store: Store, sessionId: string) {
  const told = store.all<{ number: number; promptId: string }>(sql`
    select distinct p.number, p.prompt_id as promptId from sessions s join tellings t using (session_id, context_window)
    join prompts p on p.session_id = s.session_id and p.number = t.prompt_number where s.session_id = ${sessionId}
    and ${IN_TURN} and p.prompt_id is not null
    and not (p.number = prompt_count - 1 and exists (select 1 from event_log e where e.session_id = s.session_id
    and event = 'hook.stop' and subject is not null and e.created_at >= p.created_at))`);
  const last = told.length > 0 && store.first<{ promptId: string | null }>(sql`
    select prompt_id as promptId from prompts where session_id = ${sessionId}
    and number = (select prompt_count - 1 from sessions where session_id = ${sessionId})`)?.promptId;
  return last ? { last, told } : undefined;
}

/** Lets what was told in these turns be told again. */
export function untell(store: Store, sessionId: string, prompts: readonly number[]): void {
  if (prompts.length === 0) return;
  const wasTold = sql`session_id = ${sessionId} and ${IN_TURN} and prompt_number in ${list(prompts)}`;
  store.transaction(() => {
    store.run(sql`update tellings set context_window = ${NO_WINDOW} where ${wasTold}`);
    store.run(sql`delete from injections where ${wasTold}`);
  });
}

const EDITED = "edited"; // the hook of a row that marks an edited item

/** Lets an item be told again everywhere. Statistics still count what was told of it. */
export function untellItem(store: Store, item: string, at: string): void {
  // Minus `id`, as no two rows of an agent have the same item and window.
  store.run(sql`
    update injections set context_window = ${NO_WINDOW} - id where item = ${item} and context_window > ${NO_WINDOW}`);
  store.run(sql`
    insert or replace into injections (session_id, context_window, hook, created_at, item, tokens)
    values ('', ${NO_WINDOW}, ${EDITED}, ${at}, ${item}, 0)`);
}

/** True for a row that says when an item got other words. */
export const IS_EDIT = sql`session_id = '' and agent_id = '' and context_window = ${NO_WINDOW}`;

const ARRIVALS = -2; // the window of the rows that say when a sync brought a rule or its words
export const IS_ARRIVAL = sql`session_id = '' and agent_id = '' and context_window = ${ARRIVALS}`;

/** Lets sessions that run here be told a rule of another machine, which may be older than they are. */
export function noteArrival(store: Store, item: string, at: string): void {
  store.run(sql`
    insert or replace into injections (session_id, context_window, hook, created_at, item, tokens)
    values ('', ${ARRIVALS}, 'arrived', ${at}, ${item}, 0)`);
}

/** True for an item (`value`) of a telling that has the same words still. */
const IS_SAME = sql`not exists (select 1 from (select * from injections where ${IS_EDIT}) edit
  where edit.item = value and edit.created_at >= tellings.created_at)`;

/** The tables whose rows count their uses, by the letters of their ids. */
const USE_COUNTED: Readonly<Record<string, string>> = {
  [ID_LETTERS.memory]: "memories",
  [ID_LETTERS.value]: "project_values",
};

/** Records that an agent opened items, and which hook had told each last. An item counts as used once a session. */
export function noteOpened(
  store: Store,
  { sessionId, agentId }: { readonly sessionId: string; readonly agentId?: string | null },
  ids: readonly string[],
  at: string,
): void {
  if (ids.length === 0) return;
  const agent = agentId ?? "";
  store.transaction(() => {
    const added = store.column<string>(sql`
      insert or ignore into openings (session_id, item, agent_id, hook, created_at) select ${sessionId}, value,
      ${agent}, (select hook from tellings where session_id = ${sessionId}
      and exists (select 1 from json_each(items) told where told.value = opened.value)
      order by agent_id = ${agent} desc, id desc limit 1), ${at} from json_each(${ids}) opened returning item`);
    store.run(sql`
      insert or ignore into injections (session_id, agent_id, context_window, prompt_number, item, hook, tokens, used,
      created_at) select ${sessionId}, ${agent}, coalesce(context_window, 0), prompt_count, value, 'get', 0, 1, ${at}
      from json_each(${ids}) left join sessions on session_id = ${sessionId}`);
    store.run(sql`update injections set used = 1 where session_id = ${sessionId} and item in ${list(added)}`);
    for (const [letter, table] of Object.entries(USE_COUNTED)) {
      const rows = added.filter((id) => id.startsWith(letter)).map((id) => Number(id.slice(1)));
      store.run(sql`
        update ${raw(table)} set use_count = use_count + 1, last_used_at = ${at} where id in ${list(rows)}`);
    }
  });
}

/** Removes the texts of at most `limit` tellings from before a moment; returns how many. */
export function pruneTellings(store: Store, before: string, limit: number): number {
  return store.run(sql`
    update tellings set text = null where id in (select id from tellings
    where text is not null and created_at < ${before} order by id limit ${limit})`);
}

/** Matches the line of an item in a told text, such as "- m12 · Use pnpm", with the indented lines below it. */
const ITEM_LINE = /^((?:- )?([a-z]\d+) · ).*(?:\n {2}.*)*/gm;
const NOT_KEPT = "(not kept any more)";

/** Clears these items' lines in told texts; removes a text in which one has no line or its words stand elsewhere. */
export function clearTellingsOf(store: Store, items: readonly string[]): void {
  if (items.length === 0) return;
  const gone = new Set(items);
  // The sessions that a start tells are not among its items.
  const hasSession = items.some((id) => id.startsWith(ID_LETTERS.session));
  const isStart = sql`${hasSession} and hook in ('start', 'compaction')`;
  const tellings = store.all<{ id: number; text: string; told: string }>(sql`
    select id, text, items as told from tellings where text is not null and (${isStart}
    or exists (select 1 from json_each(items) where value in ${list(items)}))`);
  for (const { id, text, told } of tellings) {
    const unfound = new Set(parseTexts(told).filter((item) => gone.has(item)));
    const words: string[] = [];
    const kept = text.replace(ITEM_LINE, (line: string, head: string, item: string) => {
      if (!gone.has(item)) return line;
      unfound.delete(item);
      if (!line.endsWith(NOT_KEPT)) words.push(line.slice(line.lastIndexOf(" · ") + 3));
      return head + NOT_KEPT;
    });
    const isClear = unfound.size === 0 && !words.some((one) => kept.includes(one));
    if (kept === text && isClear) continue;
    store.run(sql`update tellings set text = ${isClear ? kept : null} where id = ${id}`);
  }
}

/** An agent's context window: from the session's start, its last compaction or `/clear`, until now. */
export interface ContextWindow extends AgentKey {
  readonly number: number;
  /** The start of a subagent, else of the session; of a later window, the session's last start or resume. ISO 8601. */
  readonly since: string;
  /** Ids of items that it was shown, and of those in `excluded`. */
  readonly shown: ReadonlySet<string>;
  /** Ids of items that a person does not want told in its project. */
  readonly excluded: ReadonlySet<string>;
  /** The ids of `shown`, and of the items that a text in the window listed. */
  readonly told: ReadonlySet<string>;
}

/** Returns an agent's present window and what it was told; `undefined` for an unknown session. */
export function contextWindow(store: Store, owner: AgentKey): ContextWindow | undefined {
  const agent = owner.agentId ?? "";
  const isOwn = sql`session_id = s.session_id and agent_id = ${agent} and context_window = s.context_window`;
  const row = store.first<{ number: number } & Record<"since" | "shown" | "excluded" | "listed", string>>(sql`
    select context_window as number, coalesce((select min(created_at) from event_log e where e.session_id =
    s.session_id and event = 'hook.subagent_start' and subject = ${agent}),
    iif(context_window > 0, last_started_at, null), started_at) as since,
    (select json_group_array(item) from injections where ${isOwn}) as shown,
    (select json_group_array(item) from not_here n where n.project = s.project) as excluded,
    (select json_group_array(value) from tellings, json_each(items) where ${isOwn} and ${IS_SAME}) as listed
    from sessions s where session_id = ${owner.sessionId}`);
  if (row === undefined) return undefined;
  const excluded = new Set(parseTexts(row.excluded));
  const shown = new Set([...parseTexts(row.shown), ...excluded]);
  return { ...row, ...owner, shown, excluded, told: new Set([...parseTexts(row.listed), ...shown]) };
}

/** Counts as shown also what a text told in full: it may come once more at its file or a failure, but with no prompt. */
export function forPrompt(store: Store, window: ContextWindow): ContextWindow {
  const [session, agent] = [window.sessionId, window.agentId ?? ""];
  const whole = store.column<string>(sql`
    select value from tellings, json_each(items) where session_id = ${session} and agent_id = ${agent} and ${IS_SAME}
    and context_window = ${window.number} and value not in (select value from json_each(tellings.lines))`);
  return { ...window, shown: window.shown.union(new Set(whole)) };
}

/** Notes items as shown whole; none, and false, if any process has shown one of them in this window. */
export function inject(
  store: Store,
  { window, hook, items, at }: Pick<Telling, "window" | "at"> & {
    readonly hook: string;
    readonly items: readonly { id: string; tokens: number; why: readonly ScorePart[] }[];
  },
): boolean {
  const ids = items.map(({ id }) => id);
  const { sessionId, agentId, number } = window;
  return store.run(sql`
    insert into injections (session_id, agent_id, context_window, hook, created_at, prompt_number, item,
    tokens, why) select ${sessionId}, ${agentId ?? ""}, ${number}, ${hook}, ${at}, (select prompt_count
    from sessions where session_id = ${sessionId}), value ->> 'id', value ->> 'tokens',
    value -> 'why' from json_each(${items}) where not exists (select 1 from injections
    where session_id = ${sessionId} and agent_id = ${agentId ?? ""} and context_window = ${number}
    and item in ${list(ids)})`) > 0;
}

/** Lists up to 40 items: opened ones, and those shown at files, failures and premortems in earlier windows. */
export function knownBefore(store: Store, { sessionId, agentId, number }: ContextWindow): string[] {
  return store.column<string>(sql`
    select item from (select item, created_at from openings where session_id = ${sessionId}
    and agent_id = ${agentId ?? ""} union all select item, created_at from injections
    where session_id = ${sessionId} and agent_id = ${agentId ?? ""} and context_window < ${number}
    and hook in ('file', 'failure', 'premortem')) group by item order by max(created_at) desc limit 40`);
}

/** "told before": the window has the item's title. "text shown before": the window has the item's text. */
export type LeftOutReason =
  | "score too low"
  | "only common words"
  | "told before"
  | "about something else"
  | "text shown before"
  | "saved by this session"
  | "excluded in this project"
  | "no room";

export type LeftOut = Readonly<{ id: string; score: number; reason: LeftOutReason }>;

export function sift<Item extends Pick<LeftOut, "id" | "score">>(
  items: readonly Item[],
  reasonOf: (item: Item) => LeftOutReason | undefined,
): { readonly kept: Item[]; readonly leftOut: LeftOut[] } {
  const kept: Item[] = [];
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const reason = reasonOf(item);
    if (reason === undefined) kept.push(item);
    else leftOut.push({ id: item.id, score: item.score, reason });
  }
  return { kept, leftOut };
}

export interface Bounds {
  /** The least score of items that are shown, from 0 to 1. */
  readonly floor: number;
  /** The context window: items that it was shown, or that its session saved, are left out. */
  readonly window?: ContextWindow | undefined;
}

/** Returns the reason for not showing an item, as far as it is known without the item's text. */
export function reasonAgainst(
  hit: Pick<SearchHit, "id" | "kind" | "score" | "sessionId" | "createdAt">,
  { floor, window }: Bounds,
): LeftOutReason | undefined {
  if (hit.score < floor) return "score too low";
  if (window?.excluded.has(hit.id)) return "excluded in this project";
  if (window?.shown.has(hit.id)) return "text shown before";
  if (window === undefined || hit.sessionId !== window.sessionId) return undefined;
  const isEcho = hit.kind === "session" || hit.kind === "prompt"; // the session's own prompts and what was made of them
  return isEcho || hit.createdAt >= window.since ? "saved by this session" : undefined;
}
