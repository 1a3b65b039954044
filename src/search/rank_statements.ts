import { AskedWords, type ItemMatch, matchItem } from "./match_item.ts";
import { type AskedTerm, NAME_SHARE } from "./terms.ts";
import { bestOf, type Rankable, type Ranked } from "./rank.ts";

/** A term of the query with its weight (`tellingWeight`). */
interface TellingTerm {
  readonly word: string;
  readonly telling: number;
  /** The items that hold the word or a related one. */
  readonly items: readonly number[];
}

/** The number of items at which the store's own counts weigh as much as the general shares. */
const PRIOR_ITEMS = 2000;
/** The factor for the weight of a whole identifier, as its parts count by themselves. */
const WHOLE = 0.8;
/** The highest strength of a word in an item: 0 if it is absent, about 1 if it stands there once. */
const MAX_STRENGTH = 1.3;
/** Two words that stand together in query and item add this share of the smaller of their weights. */
const PHRASE = 0.3;
/** Two words stand together in the query if their places differ by at most this. */
const NEAR = 2;
/** A named file, tool or agent of the item adds this share of the name's weight. */
const NAMED = 0.3;
/** The factor for words in recall phrases. It is below 1, because a phrase also mentions what the item does not say. */
const RECALLED = 0.9;
/** The strength of a word of a phrase; a word of the best phrase may have more. */
const SCATTERED = 0.5;
/** The share of its weight that is added for the best phrase (`recalledOf`). */
const BEST_PHRASE = 0.15;
/** The factor for the score of items with phrases, as their many words match some by chance. */
const WITH_PHRASES = 0.98;
/** The factor for the weight of a related word, which the item itself does not hold. */
const RELATED = 0.6;
/** The factor for a related word of an item with phrases. */
const RELATED_BESIDE = 0.5;
/** An item whose weight is this share of the root of the query's weight scores 0.5. */
const HALF_SCORE = 0.737;
/** The weight that is added to that of every query, so that a query of one word is not answered by any match. */
const BASE_WEIGHT = 1.2;
/** The growth of the weight that scores 0.5. It grows with the number of items, because more of them match by chance. */
const GROWTH = 0.05;
/** The unit in which items are counted for that growth. */
const GROWTH_ITEMS = 100;
/** The exponent by which one rare word counts more than several common ones. */
const RARITY = 1.4;

/**
 * Ranks items by their own words (memories, lessons, values, summaries, code), best first. An item's weight is the sum
 * of the parts below: words that it holds, words of its phrases, related words, words that stand together, a name. Its
 * score compares that with the root of the weight of all words of the query, as a long prompt may be about few of them.
 */
export function rankStatements<T extends Rankable>(
  items: readonly T[],
  terms: readonly TellingTerm[],
  { all, limit }: { readonly all: number; readonly limit: number },
): Ranked<T>[] {
  const weights = terms.map(({ telling }) => telling);
  const total = weights.reduce((sum, weight) => sum + weight, BASE_WEIGHT);
  const asked = HALF_SCORE * Math.sqrt(total) * (1 + GROWTH * Math.log(1 + all / GROWTH_ITEMS));
  const asking = new AskedWords(terms.map(({ word }) => word));
  // For each item the indexes of the terms by which the index finds it.
  const places = new Map(items.map(({ id }) => [id, [] as number[]]));
  terms.forEach((term, place) => term.items.forEach((id) => places.get(id)?.push(place)));
  const found = items.map((item) => {
    const match = matchItem(item, asking);
    const named = match.named.map((place) => weights[place] ?? 0);
    const hasPhrases = item.phrases !== "";
    const factor = hasPhrases ? WITH_PHRASES : 1;
    const related = hasPhrases ? RELATED_BESIDE : RELATED;
    const parts = {
      words: factor * wordsOf(match, weights),
      recalled: factor * RECALLED * recalledOf(match, weights),
      related: factor * related * relatedOf(places.get(item.id) ?? [], match, weights),
      phrase: factor * phraseOf(match, weights),
      named: factor * NAMED * Math.max(0, ...named),
    };
    return { item, parts };
  });
  return bestOf(found, limit, (weight) => weight / (weight + asked));
}

/**
 * Returns the weight of a term, from the number of this store's items that hold it (`frequency`): 1 for a term that no item holds and that is as
 * rare in general as a name; a whole identifier gets `WHOLE` of that. The weight grows faster than the term's
 * information.
 */
export function tellingWeight(
  { isWhole, frequency, share }: Pick<AskedTerm, "isWhole" | "share"> & { readonly frequency: number },
  all: number,
): number {
  const heldShare = (Math.min(frequency, all) + PRIOR_ITEMS * share) / (all + PRIOR_ITEMS);
  const rarest = PRIOR_ITEMS * NAME_SHARE / (all + PRIOR_ITEMS);
  return (Math.log(heldShare) / Math.log(rarest)) ** RARITY * (isWhole ? WHOLE : 1);
}

function wordsOf({ strengths, places }: ItemMatch, weights: readonly number[]): number {
  return places.reduce(
    (sum, place) => sum + (weights[place] ?? 0) * Math.min(MAX_STRENGTH, strengths[place] ?? 0),
    0,
  );
}

/**
 * Returns the weight that phrases add to an item's own words. A phrase that is said nearly as it stands is a strong
 * sign; words scattered over several phrases are not. The best phrase has the most matched weight, which counts less
 * if the query holds only a part of it.
 */
function recalledOf({ strengths, recalled }: ItemMatch, weights: readonly number[]): number {
  const phrases = recalled.map(({ places, share }) => {
    const matched = places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
    return { places, fit: Math.sqrt(share), worth: matched * Math.sqrt(share) };
  });
  const best = phrases.reduce((a, b) => b.worth > a.worth ? b : a, { places: [], fit: 0, worth: 0 });
  const scattered = new Set(phrases.flatMap(({ places }) => places));
  let sum = BEST_PHRASE * best.worth;
  for (const place of scattered) {
    const strength = best.places.includes(place) ? Math.max(best.fit, SCATTERED) : SCATTERED;
    sum += (weights[place] ?? 0) * Math.max(0, strength - (strengths[place] ?? 0));
  }
  return sum;
}

/** Returns the weight of the terms by which the index finds an item that does not hold them itself. */
function relatedOf(
  places: readonly number[],
  { strengths, recalled }: ItemMatch,
  weights: readonly number[],
): number {
  const isRelated = (place: number) =>
    strengths[place] === 0 && !recalled.some(({ places }) => places.includes(place));
  return places.reduce((sum, place) => sum + (isRelated(place) ? weights[place] ?? 0 : 0), 0);
}

function phraseOf({ pairs }: ItemMatch, weights: readonly number[]): number {
  const together = new Set<number>();
  let phrase = 0;
  for (const [a, b] of pairs) {
    const key = a * weights.length + b;
    if (Math.abs(a - b) > NEAR || together.has(key)) continue;
    together.add(key);
    phrase += PHRASE * Math.min(weights[a] ?? 0, weights[b] ?? 0);
  }
  return phrase;
}
