import { AskedWords, type ItemMatch, matchItem } from "./match_item.ts";
import { NAME_SHARE } from "./question.ts";
import { bestOf, type Rankable, type Ranked } from "./rank.ts";

/** A term of the query with its weight (`tellingWeight`). */
export interface TellingTerm {
  readonly word: string;
  readonly telling: number;
  /** The items that hold it or a related word. */
  readonly items: readonly number[];
}

interface FoundTerm {
  readonly isWhole: boolean;
  readonly frequency: number;
  /** The share of all texts that hold it. */
  readonly share: number;
}

/** The number of items at which the store's own counts weigh as much as the general shares. */
const PRIOR_ITEMS = 2000;
/** The reduction of a whole identifier's weight, as its parts have said most of it. */
const WHOLE = 0.8;
/** The highest strength of a repeated word. */
const MAX_STRENGTH = 1.3;
/** The gain of two words that stand together in query and item. */
const PHRASE = 0.3;
const NEAR = 2;
/** The gain of a named file of the item. */
const NAMED = 0.3;
/** The weight of phrases, which say more than the item means. */
const RECALLED = 0.9;
/** The part of that weight for a word of a phrase that is not said as a whole. */
const SCATTERED = 0.5;
/** The additional part for a phrase that is said nearly whole. */
const SAID = 0.15;
/** The factor for items with phrases, as more words meet some by chance. */
const CHANCE = 0.98;
/** The weight of a related word, which the item itself does not hold. */
const RELATED = 0.6;
/** The same for an item with phrases, which names its words itself. */
const RELATED_BESIDE = 0.5;
/** An item that holds this share of the root of the query's weight scores one half. */
const HALF = 0.737;
/** The weight that even the shortest query leaves unsaid. */
const UNSAID = 1.2;
/** The growth of the threshold with the number of items, as more of them match by chance. */
const CROWD = 0.05;
const CROWDED = 100;
/** The exponent that lets one rare word count more than several common ones. */
const TELLING = 1.4;

/**
 * Ranks items that stand for themselves (memories, lessons, values, summaries, code), best first, by the cosine of
 * query and item as bags of weighted words. A long prompt may be about few of its words, so its length counts only
 * with the root of their weights.
 */
export function rankStatements<T extends Rankable>(
  items: readonly T[],
  terms: readonly TellingTerm[],
  { all, limit }: { readonly all: number; readonly limit: number },
): Ranked<T>[] {
  const weights = terms.map(({ telling }) => telling);
  const total = weights.reduce((sum, weight) => sum + weight, UNSAID);
  const asked = HALF * Math.sqrt(total) * (1 + CROWD * Math.log(1 + all / CROWDED));
  const asking = new AskedWords(terms.map(({ word }) => word));
  const held = placesByItem(items, terms);
  const found = items.map((item) => {
    const match = matchItem(item, asking);
    const named = match.named.map((place) => weights[place] ?? 0);
    const isAskedFor = item.phrases !== "";
    const counts = isAskedFor ? CHANCE : 1;
    const related = isAskedFor ? RELATED_BESIDE : RELATED;
    const parts = {
      words: counts * wordsOf(match, weights),
      recalled: counts * RECALLED * recalledOf(match, weights),
      related: counts * related * relatedOf(held.get(item.id) ?? [], match, weights),
      phrase: counts * phraseOf(match, weights),
      named: counts * NAMED * Math.max(0, ...named),
    };
    return { item, parts };
  });
  return bestOf(found, limit, (mass) => mass / (mass + asked));
}

/**
 * Returns the weight of a term by how many of all items hold it: 1 for a name that none holds. It grows faster than
 * the term's information.
 */
export function tellingWeight(term: FoundTerm, all: number): number {
  const { isWhole, frequency, share } = term;
  const held = (Math.min(frequency, all) + PRIOR_ITEMS * share) / (all + PRIOR_ITEMS);
  const rarest = PRIOR_ITEMS * NAME_SHARE / (all + PRIOR_ITEMS);
  return (Math.log(held) / Math.log(rarest)) ** TELLING * (isWhole ? WHOLE : 1);
}

function wordsOf({ strengths, places }: ItemMatch, weights: readonly number[]): number {
  return places.reduce(
    (sum, place) => sum + (weights[place] ?? 0) * Math.min(MAX_STRENGTH, strengths[place] ?? 0),
    0,
  );
}

/** Returns for each item the indexes of the terms by which the index finds it. */
function placesByItem(items: readonly Rankable[], terms: readonly TellingTerm[]): Map<number, number[]> {
  const places = new Map(items.map(({ id }) => [id, [] as number[]]));
  terms.forEach((term, place) => term.items.forEach((id) => places.get(id)?.push(place)));
  return places;
}

/**
 * Returns the weight that phrases add to an item's own words. A phrase that is said nearly as it stands is a strong
 * sign; words scattered over several phrases are not.
 */
function recalledOf({ strengths, recalled }: ItemMatch, weights: readonly number[]): number {
  const phrases = recalled.map(({ places, share }) => {
    const told = places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
    return { places, fit: Math.sqrt(share), worth: told * Math.sqrt(share) };
  });
  const best = phrases.reduce((a, b) => b.worth > a.worth ? b : a, { places: [], fit: 0, worth: 0 });
  const scattered = new Set(phrases.flatMap(({ places }) => places));
  let sum = SAID * best.worth;
  for (const place of scattered) {
    const strength = best.places.includes(place) ? Math.max(best.fit, SCATTERED) : SCATTERED;
    sum += (weights[place] ?? 0) * Math.max(0, strength - (strengths[place] ?? 0));
  }
  return sum;
}

/** Returns the weight of terms by which an item is found and that it does not hold itself. */
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
