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
  const scanned = scan(store, query, question);
  const nearnessOf = nearnessScale(scanned);
  const near = nearestOf(scanned, (cosine) => nearnessOf(cosine) >= LEAST_NEARNESS);
  for (const hit of hitsOf(store, near.filter((item) => !byItem.has(item)))) byItem.set(hit.item, hit);
  return fuseHits([...byItem].map(([item, hit]) => {
    const cosine = cosineOf(scanned, item);
    return { hit, nearness: cosine === undefined ? undefined : nearnessOf(cosine) };
  }));
}

/** Every item that fits, in ascending order, each with its cosine: plain arrays, as a map of so many takes as long as the scan. */
interface Scanned {
  readonly items: number[];
  readonly cosines: number[];
  readonly count: number;
  readonly sum: number;
}

function scan(store: Store, query: SearchQuery, { model, vector }: EmbeddedQuestion): Scanned {
  const fitting = fittingItems(store, query);
  const question = unpackQuestion(vector);
  const items: number[] = [];
  const found: number[] = [];
  let sum = 0;
  let next = 0; // both ascend
  scanVectors(store, { model, length: vector.length }, (block, vectors) => {
    const cosinesInBlock = cosines(question, vectors);
    for (let i = 0; i < block.length; i++) {
      const item = block[i]!;
      if (fitting !== undefined) {
        while (next < fitting.length && fitting[next]! < item) next++;
        if (fitting[next] !== item) continue;
      }
      items.push(item);
      found.push(cosinesInBlock[i]!);
      sum += cosinesInBlock[i]!;
    }
  });
  return { items, cosines: found, count: items.length, sum };
}

function nearestOf({ items, cosines }: Scanned, isNear: (cosine: number) => boolean): number[] {
  const near: { item: number; cosine: number }[] = [];
  for (let i = 0; i < items.length; i++) {
    if (isNear(cosines[i]!)) near.push({ item: items[i]!, cosine: cosines[i]! });
  }
  return near.sort((a, b) => b.cosine - a.cosine).slice(0, MOST_NEAR).map(({ item }) => item);
}

function cosineOf({ items, cosines }: Scanned, item: number): number | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]! < item) low = middle + 1;
    else high = middle;
  }
  return items[low] === item ? cosines[low] : undefined;
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
