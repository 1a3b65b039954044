import type { ContextItem } from "../../core/context/context_item.ts";
import type { AskedWeights } from "../../core/context/session_answer.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import { askedTerms } from "../../core/search/question.ts";
import { sharesOf } from "../search/word_shares.ts";
import type { Store } from "../store.ts";
import type { FoundItem } from "./fit_items.ts";
import { CONTEXT_KINDS, itemDetails } from "./item_details.ts";

/**
 * The hits with what they say now to these questions; without those that have gone since they were indexed, and sessions
 * that say no more than the questions do.
 */
export function describeHits(
  store: Store,
  hits: readonly Pick<SearchHit, "id" | "kind" | "ref" | "score" | "why">[],
  questions: readonly string[] = [],
): FoundItem[] {
  const details = new Map<string, Omit<ContextItem, "id">>();
  for (const kind of CONTEXT_KINDS) {
    const refs = hits.filter((hit) => hit.kind === kind).map(({ ref }) => ref);
    if (refs.length === 0) continue;
    const asked = kind === "session" ? weightsOf(store, questions) : new Map<string, number>();
    for (const { ref, ...detail } of itemDetails(store, kind, { refs, asked })) {
      details.set(`${kind} ${ref}`, detail);
    }
  }
  return hits.flatMap(({ id, kind, ref, score, why }) => {
    const detail = details.get(`${kind} ${ref}`);
    return detail === undefined ? [] : [{ ...detail, id, kind, score, why }];
  });
}

/** The rarer a word is, the more a text tells that holds it. */
function weightsOf(store: Store, questions: readonly string[]): AskedWeights {
  const terms = questions.flatMap((text) => askedTerms(text, (words) => sharesOf(store, words)));
  return new Map(terms.map(({ word, share }) => [word, -Math.log(share)]));
}
