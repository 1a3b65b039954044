import type { ContextRoom } from "../../core/context/fill_context.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import type { ContextWindow } from "../injections.ts";
import { search } from "../search/search.ts";
import type { Store } from "../store.ts";
import {
  type AssembledContext,
  describeHits,
  fitItems,
  type LeftOut,
  type LeftOutReason,
} from "./fit_items.ts";
import type { ContextKind } from "./item_details.ts";

/** What context is wanted for, and how much of it. */
export interface ContextRequest extends ContextRoom {
  /** What is going on, in any words; each is a question of its own. */
  readonly texts: readonly string[];
  readonly project: string;
  readonly kinds: readonly ContextKind[];
  /** Items that score lower are left out. */
  readonly floor: number;
  /** What was shown in it, and what its session saved in it, is known to the model already. */
  readonly window?: ContextWindow | undefined;
}

/** More than are shown in one window are not looked through for one that was not. */
const MAX_HITS = 60;

/** What of all that is kept fits: few items, or none. Changes nothing. */
export function assembleContext(store: Store, request: ContextRequest): AssembledContext {
  return contextOf(store, findHits(store, request), request);
}

/** What of these hits may be shown. */
export function contextOf(
  store: Store,
  hits: readonly SearchHit[],
  request: Pick<ContextRequest, "floor" | "window"> & ContextRoom,
): AssembledContext {
  const leftOut: LeftOut[] = [];
  const wanted = hits.filter((hit) => {
    const reason = reasonAgainst(hit, request);
    if (reason !== undefined) leftOut.push({ id: hit.id, score: hit.score, reason });
    return reason === undefined;
  });
  if (wanted.length === 0) return { text: undefined, tokenCount: 0, items: [], leftOut };
  const fitting = fitItems(store, describeHits(store, wanted), request);
  return { ...fitting, leftOut: [...leftOut, ...fitting.leftOut].sort((a, b) => b.score - a.score) };
}

/** The best answer to any of the texts counts. */
function findHits(store: Store, request: ContextRequest): SearchHit[] {
  const { project, kinds, now } = request;
  const limit = Math.min(MAX_HITS, request.limit + (request.window?.shown.size ?? 0));
  const best = new Map<string, SearchHit>();
  for (const text of request.texts) {
    for (const hit of search(store, { text, project, kinds, now, limit })) {
      if (hit.score > (best.get(hit.id)?.score ?? 0)) best.set(hit.id, hit);
    }
  }
  return [...best.values()];
}

function reasonAgainst(
  hit: SearchHit,
  { floor, window }: Pick<ContextRequest, "floor" | "window">,
): LeftOutReason | undefined {
  if (hit.score < floor) return "below the floor";
  if (window?.shown.has(hit.id)) return "shown before";
  if (window === undefined || hit.sessionId !== window.sessionId) return undefined;
  return hit.kind === "session" || hit.createdAt >= window.since ? "saved by this session" : undefined;
}
