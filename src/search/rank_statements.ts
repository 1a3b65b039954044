import { AskedWords, type ItemMatch, matchItem } from "./match_item.ts";
import { NAME_SHARE } from "./question.ts";
import { bestOf, type Rankable, type Ranked } from "./rank.ts";

/** A term of the question with how much it tells: see `tellingWeight`. */
export interface TellingTerm {
  readonly word: string;
  readonly telling: number;
  /** The items that hold it or a word that is said for it. */
  readonly items: readonly number[];
}

interface FoundTerm {
  readonly isWhole: boolean;
  readonly frequency: number;
  /** In what share of all texts it stands. */
  readonly share: number;
}

/** Of how many items the store's own counts must be to tell as much as what is known of the word elsewhere. */
const PRIOR_ITEMS = 2000;
/** The parts of an identifier have told most of what the whole of it tells. */
const WHOLE = 0.8;
/** A word that an item says again and again. */
const MAX_STRENGTH = 1.3;
/** The gain of two words that stand together in the question and in the item. */
const PHRASE = 0.3;
const NEAR = 2;
/** The gain of the name of a file of the item. */
const NAMED = 0.3;
/** The weight of a phrase in which somebody would ask for an item, as it says more than it means. */
const RECALLED = 0.9;
/** Of that, what a word counts that stands in some phrase that is not said. */
const SCATTERED = 0.5;
/** Of that, what a phrase that is said adds beyond its words. */
const SAID = 0.15;
/** The weight of a match of an item with phrases: among more words some are met by chance. */
const CHANCE = 0.98;
/** The weight of a word that an item does not say, but that is said for one of its words. */
const RELATED = 0.6;
/** The same of an item with phrases: it says itself in which words it is asked for. */
const RELATED_BESIDE = 0.5;
/** The share of the asked words that is half a match: brings scores to where the floor is. */
const HALF = 0.737;
/** The mass that even the shortest question leaves unsaid. */
const UNSAID = 1.2;
/** Among more items more hold some of the words by chance. */
const CROWD = 0.05;
const CROWDED = 100;
/** The exponent by which one rare word tells more than several that are in every other text. */
const TELLING = 1.4;

/**
 * Items that state something and stand for themselves (memories, lessons, values, summaries, code) by how much of what
 * is asked they hold; the best first. It is the cosine of both as bags of words weighed by how much each tells: a long
 * prompt may be about few of its words, so it asks for the root of what all of them tell.
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
 * Returns the weight of a term that so many of all items hold, from 0 to 1 for a name that none does. It grows faster
 * than its information.
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

/** Per item the places of the terms that the index finds it by. */
function placesByItem(items: readonly Rankable[], terms: readonly TellingTerm[]): Map<number, number[]> {
  const places = new Map(items.map(({ id }) => [id, [] as number[]]));
  terms.forEach((term, place) => term.items.forEach((id) => places.get(id)?.push(place)));
  return places;
}

/**
 * Returns the mass that its phrases add to an item's own words. One phrase that is said nearly as it stands is a strong
 * sign; words that lie scattered over several are not.
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

/** Returns the mass of the terms by which an item is found and that it holds nowhere. */
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
