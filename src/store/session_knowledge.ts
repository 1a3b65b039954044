import { cutEnd } from "../base/cut.ts";
import type { SessionKey } from "../base/writes.ts";
import { itemId, parseItemId } from "../search/search_types.ts";
import type { ContextRoom } from "../session/fill_context.ts";
import { standingRules } from "./at_start.ts";
import { type AssembledContext, fitItems } from "./fit_items.ts";
import { activeGhap } from "./ghap.ts";
import { type ContextWindow, knownBefore } from "./tellings.ts";
import { type ContextKind, describeHits, type FoundItem } from "./item_details.ts";
import { sql } from "./sql.ts";
import { lastSessions } from "./start_context.ts";
import type { Store } from "./store.ts";

/** Scores: what the session has open, what it saved or learnt, what it opened or was told about its work. */
const OPEN = 1;
const SAVED = 0.9;
const TOLD = 0.8;
const MAX_SAVED = 15;
const MAX_LEARNED = 5;

/** Lists what the main agent of a session knew before a compaction, but for what the window shows. */
export function sessionKnowledge(store: Store, window: ContextWindow): FoundItem[] {
  const { sessionId, shown } = window;
  const told = knownBefore(store, window).map((id) => [id, TOLD] as const);
  const saved = store.column<string>(sql`
    select 'm' || id from memories where session_id = ${sessionId} and status = 'active'
    and category <> 'SESSION_SUMMARY' order by id desc limit ${MAX_SAVED}`);
  const learned = store.column<string>(sql`
    select 'g' || id from ghap where session_id = ${sessionId} and agent_id is null
    and status in ('confirmed', 'falsified') order by id desc limit ${MAX_LEARNED}`);
  const own = [...saved, ...learned].map((id) => [id, SAVED] as const);
  const scores = new Map([...told, ...own].filter(([id]) => !shown.has(id)));
  const hits = [...scores].flatMap((one) => hitOf(...one));
  return [...openEntry(store, sessionId), ...describeHits(store, hits)];
}

function hitOf(id: string, score: number) {
  const known = parseItemId(id);
  return known === undefined ? [] : [{ ...known, id, score, why: [] }];
}

function openEntry(store: Store, sessionId: string): FoundItem[] {
  const entry = activeGhap(store, { sessionId, agentId: null });
  if (entry === undefined) return [];
  const [goal, hypothesis, prediction] = [entry.goal, entry.hypothesis, entry.prediction]
    .map((text) => cutEnd(text, 140));
  return [{
    id: itemId({ kind: "ghap", ref: entry.id }),
    kind: "ghap",
    group: "open",
    source: "",
    text: `goal: ${goal}; hypothesis: ${hypothesis}; prediction: ${prediction}`,
    createdAt: entry.created_at,
    score: OPEN,
    why: [],
  }];
}

const MAX_RULES = 10;

/** Assembles the context of a project where no task is given: its rules and its last sessions. */
export function recentContext(
  store: Store,
  { session, kinds, ...room }: ContextRoom & {
    readonly session: SessionKey;
    readonly kinds: readonly ContextKind[];
  },
): AssembledContext {
  const rules = kinds.includes("value") ? standingRules(store, session.project, MAX_RULES).best : [];
  const sessions = kinds.includes("session") ? lastSessions(store, session) : [];
  const lists = [rules.map(({ id }) => id), sessions.map(({ id }) => itemId({ kind: "session", ref: id }))];
  const hits = lists.flatMap((ids) => ids.flatMap((id, i) => hitOf(id, 1 / (i + 1))));
  return fitItems(describeHits(store, hits), room);
}
