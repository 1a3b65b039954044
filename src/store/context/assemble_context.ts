import type { SearchHit } from "../../core/search/search_types.ts";
import { withoutAsked } from "../../core/observations/reasons.ts";
import { questionWords, snippetOf } from "../../core/search/snippet.ts";
import { search } from "../search/search.ts";
import type { Store } from "../store.ts";
import { contextOf, type HitRoom } from "./context_of.ts";
import { describeHits } from "./describe_hits.ts";
import type { AssembledContext } from "./fit_items.ts";
import type { ContextKind } from "./item_details.ts";

/** What context is wanted for, and how much of it. */
export interface ContextRequest extends HitRoom {
  readonly project: string;
  readonly kinds: readonly ContextKind[];
}

/** More than are shown in one window are not looked through for one that was not. */
const MAX_HITS = 60;

/** What was done and said answers less surely than what was kept of it: little of it comes back, and the best alone. */
const HISTORY = { limit: 3, tokenBudget: 300, companions: 1, isBestFirst: true };
const PART_UNITS = 280;

/**
 * What of all that is kept fits: few items, or none. Where nothing does but summaries of sessions, what was done and
 * answered stands beside them. Changes nothing.
 */
export function assembleContext(store: Store, request: ContextRequest): AssembledContext {
  const kinds = request.kinds.filter((kind) => kind !== "observation");
  const stated = findHits(store, { ...request, kinds });
  const context = contextOf(store, stated, request);
  const isKnown = context.items.some(({ kind }) => kind !== "session");
  if (isKnown || kinds.length === request.kinds.length) return context;
  const done = findDone(store, request);
  return done.length === 0 ? context : contextOf(store, [...stated, ...done], historyRoom(request));
}

/** Of what was done only what tells something, before it is known how near the best of it is. */
function findDone(store: Store, request: ContextRequest): SearchHit[] {
  const hits = findHits(store, { ...request, kinds: ["observation"] });
  const near = hits.filter(({ score }) => score >= request.floor);
  const telling = new Set(describeHits(store, near).map(({ id }) => id));
  return near.filter(({ id }) => telling.has(id));
}

function historyRoom(request: ContextRequest): HitRoom {
  const words = questionWords(request.texts.join("\n"));
  return {
    ...request,
    ...HISTORY,
    limit: Math.min(HISTORY.limit, request.limit),
    tokenBudget: Math.min(HISTORY.tokenBudget, request.tokenBudget),
    partOf: (item) =>
      item.kind === "observation"
        ? { ...item, text: snippetOf(withoutAsked(item.text), words, PART_UNITS) }
        : item,
  };
}

/** The best answer to any of the texts counts. */
function findHits(store: Store, request: ContextRequest): SearchHit[] {
  const { project, kinds, now } = request;
  const limit = Math.min(MAX_HITS, request.limit + (request.window?.shown.size ?? 0));
  const best = new Map<string, SearchHit>();
  for (const text of request.texts) {
    for (const hit of search(store, { text, project, kinds, now, limit, isAlone: true })) {
      if (hit.score > (best.get(hit.id)?.score ?? 0)) best.set(hit.id, hit);
    }
  }
  return [...best.values()];
}
