import { fuseHits, nearnessScale } from "../../core/search/fuse.ts";
import { itemId } from "../../core/search/item_id.ts";
import type { SearchHit, SearchQuery } from "../../core/search/search_types.ts";
import { cosines, unpackQuestion } from "../../core/search/vectors.ts";
import { fittingItems, indexedItems, itemsOfRefs, scanVectors } from "../../store/embeddings.ts";
import type { Store } from "../../store/store.ts";

/** A question as the model sees it. */
export interface EmbeddedQuestion {
  readonly model: string;
  /** Packed. */
  readonly vector: Uint8Array;
}

/** Of what no word was found, that much nearness is worth showing. */
const LEAST_NEARNESS = 0.25;
const MOST_NEAR = 100;

/** Adds to what words have found what is near in meaning, and puts both in one order. */
export function addNearest(
  store: Store,
  query: SearchQuery,
  hits: readonly SearchHit[],
  question: EmbeddedQuestion,
): SearchHit[] {
  const byItem = hitsByItem(store, hits);
  const { sum, count, all } = cosinesOf(store, query, question);
  const nearnessOf = nearnessScale({ sum, count });
  const near = [...all].filter(([item, cosine]) => !byItem.has(item) && nearnessOf(cosine) >= LEAST_NEARNESS)
    .sort((a, b) => b[1] - a[1]).slice(0, MOST_NEAR);
  for (const hit of hitsOf(store, near.map(([item]) => item))) byItem.set(hit.item, hit);
  return fuseHits([...byItem].map(([item, hit]) => {
    const cosine = all.get(item);
    return { hit, nearness: cosine === undefined ? undefined : nearnessOf(cosine) };
  }));
}

interface Cosines {
  readonly sum: number;
  readonly count: number;
  readonly all: ReadonlyMap<number, number>;
}

function cosinesOf(store: Store, query: SearchQuery, { model, vector }: EmbeddedQuestion): Cosines {
  const fitting = fittingItems(store, query);
  const question = unpackQuestion(vector);
  const all = new Map<number, number>();
  let sum = 0;
  scanVectors(store, { model, length: vector.length }, (items, vectors) => {
    const found = cosines(question, vectors);
    items.forEach((item, i) => {
      if (fitting !== undefined && !fitting.has(item)) return;
      const cosine = found[i] ?? 0;
      sum += cosine;
      all.set(item, cosine);
    });
  });
  return { sum, count: all.size, all };
}

function hitsByItem(store: Store, hits: readonly SearchHit[]): Map<number, SearchHit> {
  const byItem = new Map<number, SearchHit>();
  for (const [kind, group] of Map.groupBy(hits, (hit) => hit.kind)) {
    const items = itemsOfRefs(store, kind, group.map(({ ref }) => ref));
    for (const hit of group) {
      const item = items.get(hit.ref);
      if (item !== undefined) byItem.set(item, hit);
    }
  }
  return byItem;
}

function hitsOf(store: Store, items: readonly number[]): (SearchHit & { readonly item: number })[] {
  return indexedItems(store, items).map(({ item, kind, ref, sessionId, createdAt }) => ({
    item,
    id: itemId({ kind, ref }),
    kind,
    ref,
    score: 0,
    sessionId,
    createdAt,
    why: [],
  }));
}
