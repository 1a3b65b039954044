// The items that an agent knew before a compaction and is told again after it.

import { cutEnd } from "../base/cut.ts";
import { itemId, parseItemId } from "../search/search_types.ts";
import { activeGhap } from "./ghap.ts";
import { type ContextWindow, knownBefore } from "./tellings.ts";
import { describeHits, type FoundItem } from "./item_details.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The scores of the open entry, of items that the session saved or learnt, and of items that it opened or was told. */
const OPEN = 1;
const SAVED = 0.9;
const TOLD = 0.8;
const MAX_SAVED = 15;
const MAX_LEARNED = 5;

/** Lists the items that the main agent of a session knew before a compaction, except those that the window shows. */
export function sessionKnowledge(store: Store, window: ContextWindow): FoundItem[] {
  const { sessionId, shown } = window;
  const told = knownBefore(store, window).map((id) => ({ id, score: TOLD }));
  const saved = store.column<string>(sql`
    select 'm' || id from memories where session_id = ${sessionId} and status = 'active'
    and category <> 'SESSION_SUMMARY' order by id desc limit ${MAX_SAVED}`);
  const learned = store.column<string>(sql`
    select 'g' || id from ghap where session_id = ${sessionId} and agent_id is null
    and status in ('confirmed', 'falsified') order by id desc limit ${MAX_LEARNED}`);
  const own = [...saved, ...learned].map((id) => ({ id, score: SAVED }));
  const known = [...told, ...own].filter(({ id }) => !shown.has(id));
  const scores = new Map(known.map(({ id, score }) => [id, score]));
  const hits = [...scores].flatMap(([id, score]) => {
    const item = parseItemId(id);
    return item === undefined ? [] : [{ ...item, id, score, why: [{ name: "this session", value: score }] }];
  });
  return [...openEntry(store, sessionId), ...describeHits(store, hits)];
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
