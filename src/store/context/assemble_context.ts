import type { SearchHit } from "../../core/search/search_types.ts";
import { search } from "../search/search.ts";
import type { Store } from "../store.ts";
import { contextOf, type HitRoom } from "./context_of.ts";
import type { AssembledContext } from "./fit_items.ts";
import type { ContextKind } from "./item_details.ts";

/** What context is wanted for, and how much of it. */
export interface ContextRequest extends HitRoom {
  readonly project: string;
  readonly kinds: readonly ContextKind[];
}

/** More than are shown in one window are not looked through for one that was not. */
const MAX_HITS = 60;

/** What of all that is kept fits: few items, or none. Changes nothing. */
export function assembleContext(store: Store, request: ContextRequest): AssembledContext {
  return contextOf(store, findHits(store, request), request);
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
