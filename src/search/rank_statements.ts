// Ranks items that say one thing each, such as memories, by the weights of their words. For `store/search.ts`.
import { askedWords, type ItemMatch, matchItem } from "./match_item.ts";
import { type AskedTerm, NAME_SHARE } from "./terms.ts";
import { bestOf, type Rankable, type Ranked, weightOfPairs } from "./rank.ts";

interface TellingTerm {
  readonly word: string;
  readonly telling: number; // the weight, from `tellingWeight`
  /** The ids of the newest items that hold the word or a related one. */
  readonly items: readonly number[];
}

/** The number of items with which the store's own counts weigh as much as general shares. */
const PRIOR_ITEMS = 2000;
const WHOLE = 0.8; // the factor for a whole identifier, as its parts count by themselves
const PAIR = 0.3; // two words that stand together in question and item add this share of the smaller weight
const NEAR = 2; // the greatest distance at which two words stand together in the question
const NAMED = 0.3; // if the question names a file, tool or agent of the item, it adds this share of the name's weight
const RECALLED = 0.9; // the factor for words of phrases, which also mention what the item does not say
/** The strength of a word that only other phrases have. A word of the best phrase has at least this strength. */
const SCATTERED = 0.5;
const BEST_PHRASE = 0.15; // the best phrase adds this share of its weight
const RELATED = 0.5; // the factor for a related word
const HALF_SCORE = 0.737; // this weight × √(the question's) scores 0.5 in a small store; fitted, as all (`eval:coding`)
/** The weight added to a question's, so that not every match answers a question of one word. */
const BASE_WEIGHT = 1.2;
const GROWTH = 0.05; // in a larger store, more items match by chance, so a score of 0.5 needs more weight
const GROWTH_ITEMS = 100;
const RARITY = 1.4; // the exponent by which a rare word counts more than several common ones

/**
 * Ranks items, best first. A long prompt may be about few of its words, so a score compares an item's weight
 * with the root of the question's. `all`: the number of items that the search could find.
 */
export function rankStatements<T extends Rankable>(
  items: readonly T[],
  terms: readonly TellingTerm[],
  { all, limit }: { readonly all: number; readonly limit: number },
): Ranked<T>[] {
  const weights = terms.map(({ telling }) => telling);
  const total = weights.reduce((sum, weight) => sum + weight, BASE_WEIGHT);
  const asked = HALF_SCORE * Math.sqrt(total) * (1 + GROWTH * Math.log(1 + all / GROWTH_ITEMS));
  const askedIn = askedWords(terms.map(({ word }) => word));
  // By item, the places in the question of the words by which the index found it.
  const places = new Map(items.map(({ id }) => [id, [] as number[]]));
  terms.forEach((term, place) => term.items.forEach((id) => places.get(id)?.push(place)));
  const found = items.map((item) => {
    const match = matchItem(item, askedIn);
    const named = match.named.map((place) => weights[place] ?? 0);
    const parts = {
      words: weights.reduce((sum, weight, place) => sum + weight * match.strengths[place]!, 0),
      recalled: RECALLED * recalledOf(match, weights),
      related: RELATED * relatedOf(places.get(item.id) ?? [], match, weights),
      phrase: PAIR * weightOfPairs(match.pairs.filter(([a, b]) => b - a <= NEAR), weights),
      named: NAMED * Math.max(0, ...named),
    };
    return { item, parts };
  });
  return bestOf(found, limit, (weight) => weight / (weight + asked));
}

/**
 * Returns the weight of a term: 1 (a whole identifier: 0.8) if no item holds it and it is as rare as a name in
 * general. `frequency`: the number of items that hold it, of `all`; estimated for a frequent term.
 */
export function tellingWeight(
  { isWhole, frequency, share }: Pick<AskedTerm, "isWhole" | "share"> & { readonly frequency: number },
  all: number,
): number {
  const heldShare = (Math.min(frequency, all) + PRIOR_ITEMS * share) / (all + PRIOR_ITEMS);
  const rarest = PRIOR_ITEMS * NAME_SHARE / (all + PRIOR_ITEMS);
  return (Math.log(heldShare) / Math.log(rarest)) ** RARITY * (isWhole ? WHOLE : 1);
}

/**
 * Returns the weight that phrases add. A phrase that is said nearly as it stands is a strong sign; words
 * scattered over several phrases are not.
 */
function recalledOf({ strengths, recalled }: ItemMatch, weights: readonly number[]): number {
  const phrases = recalled.map(({ places, share }) => {
    const fit = Math.sqrt(share);
    return { places, fit, worth: fit * places.reduce((sum, place) => sum + (weights[place] ?? 0), 0) };
  });
  const best = phrases.reduce((a, b) => b.worth > a.worth ? b : a, { places: [], fit: 0, worth: 0 });
  let sum = BEST_PHRASE * best.worth;
  for (const place of new Set(phrases.flatMap(({ places }) => places))) {
    const strength = best.places.includes(place) ? Math.max(best.fit, SCATTERED) : SCATTERED;
    sum += (weights[place] ?? 0) * Math.max(0, strength - (strengths[place] ?? 0));
  }
  return sum;
}

function relatedOf(
  places: readonly number[],
  { strengths, recalled }: ItemMatch,
  weights: readonly number[],
): number {
  const isRelated = (place: number) =>
    strengths[place] === 0 && !recalled.some(({ places }) => places.includes(place));
  return places.reduce((sum, place) => sum + (isRelated(place) ? weights[place] ?? 0 : 0), 0);
}
