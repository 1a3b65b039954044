import type { ContextItem } from "../../core/context/context_item.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import type { Store } from "../store.ts";
import type { FoundItem } from "./fit_items.ts";
import { CONTEXT_KINDS, itemDetails } from "./item_details.ts";

/** The hits with what they say now; without those that have gone since they were indexed. */
export function describeHits(
  store: Store,
  hits: readonly Pick<SearchHit, "id" | "kind" | "ref" | "score" | "why">[],
): FoundItem[] {
  const details = new Map<string, Omit<ContextItem, "id">>();
  for (const kind of CONTEXT_KINDS) {
    const refs = hits.filter((hit) => hit.kind === kind).map(({ ref }) => ref);
    if (refs.length === 0) continue;
    for (const { ref, ...detail } of itemDetails(store, kind, refs)) {
      details.set(`${kind} ${ref}`, detail);
    }
  }
  return hits.flatMap(({ id, kind, ref, score, why }) => {
    const detail = details.get(`${kind} ${ref}`);
    return detail === undefined ? [] : [{ ...detail, id, kind, score, why }];
  });
}
