import { itemId } from "../../core/search/item_id.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import { activeInSession } from "../ghap_rows.ts";
import { type ContextWindow, shownBefore } from "../injections.ts";
import type { Store } from "../store.ts";
import { describeHits } from "./describe_hits.ts";
import type { FoundItem } from "./fit_items.ts";
import { knownItem } from "./known_item.ts";

/** What a session knew itself comes first, then what it was told and used, then what it was told last. */
const OPEN = 1;
const SAVED = 0.9;
const USED = 0.8;
const TOLD = 0.6;
const MAX_SAVED = 15;
const MAX_LEARNED = 5;

/** What the main agent of a session knew before its context was compacted: what it has open, saved, learned and was told. */
export function sessionKnowledge(store: Store, window: ContextWindow): FoundItem[] {
  const told = shownBefore(store, window).map(({ item, used }) => ({ id: item, score: used ? USED : TOLD }));
  const own = [
    ...savedBy(store, window.sessionId).map((ref) => itemId({ kind: "memory", ref })),
    ...learnedBy(store, window.sessionId).map((ref) => itemId({ kind: "ghap", ref })),
  ].map((id) => ({ id, score: SAVED }));
  const known = [...told, ...own].filter(({ id }) => !window.shown.has(id));
  const scores = new Map(known.map(({ id, score }) => [id, score]));
  return [...openEntry(store, window.sessionId), ...describeHits(store, hitsOf(scores))];
}

type KnownHit = Pick<SearchHit, "id" | "kind" | "ref" | "score" | "why">;

function hitsOf(scores: ReadonlyMap<string, number>): KnownHit[] {
  return [...scores].flatMap(([id, score]) => {
    const known = knownItem(id);
    return known === undefined ? [] : [{ ...known, id, score, why: whyOf(score) }];
  });
}

function savedBy(store: Store, sessionId: string): number[] {
  return store.all<{ id: number }>(
    `select id from memories where session_id = ? and status = 'active' and category <> 'SESSION_SUMMARY'
     order by id desc limit ?`,
    sessionId,
    MAX_SAVED,
  ).map(({ id }) => id);
}

/** Predictions that have come to their end, newest first. */
function learnedBy(store: Store, sessionId: string): number[] {
  return store.all<{ id: number }>(
    `select id from ghap where session_id = ? and agent_id is null and status in ('confirmed', 'falsified')
     order by id desc limit ?`,
    sessionId,
    MAX_LEARNED,
  ).map(({ id }) => id);
}

function openEntry(store: Store, sessionId: string): FoundItem[] {
  const entry = activeInSession(store, sessionId).find(({ agent_id }) => agent_id === null);
  if (entry === undefined) return [];
  const { id, goal, hypothesis, prediction, created_at } = entry;
  return [{
    id: itemId({ kind: "ghap", ref: id }),
    kind: "ghap",
    group: "open",
    source: "",
    text: `goal: ${goal.slice(0, 140)}; hypothesis: ${hypothesis.slice(0, 140)}; prediction: ${
      prediction.slice(0, 140)
    }`,
    createdAt: created_at,
    score: OPEN,
    why: whyOf(OPEN),
  }];
}

function whyOf(value: number) {
  return [{ name: "this session", value }];
}
