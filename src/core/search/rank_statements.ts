import { NAME_SHARE } from "./common_words.ts";
import { AskedWords, type ItemMatch, matchItem } from "./match_item.ts";
import type { Rankable, Ranked } from "./rank.ts";

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
/** What two words add that stand together in the question and in the item. */
const PHRASE = 0.3;
const NEAR = 2;
/** What the name of a file of the item adds. */
const NAMED = 0.3;
/** What a word counts for which an item does not say, but only one that is said for it. */
const RELATED = 0.6;
/** How much of what is asked is half a match: brings scores to where the floor is. */
const HALF = 0.737;
/** What the shortest question leaves unsaid, too. */
const UNSAID = 1.2;
/** Among more items more hold some of the words by chance. */
const CROWD = 0.05;
const CROWDED = 100;
/** How much more one rare word tells than several that are in every other text. */
const TELLING = 1.4;

/**
 * Items that state something and stand for themselves (memories, lessons, values, summaries, code) by how much of what
 * is asked they hold; the best first. It is the cosine of both as bags of words weighed by how much each tells: a long
 * prompt may be about few of its words, so it asks for the root of what all of them tell.
 */
export function rankStatements<T extends Rankable>(
  items: readonly T[],
  terms: readonly TellingTerm[],
  { all, limit, lean }: { readonly all: number; readonly limit: number; readonly lean: number },
): Ranked<T>[] {
  const weights = terms.map(({ telling }) => telling);
  const total = weights.reduce((sum, weight) => sum + weight, UNSAID);
  const asked = HALF * Math.sqrt(total) * (1 + CROWD * Math.log(1 + all / CROWDED)) * lean;
  const asking = new AskedWords(terms.map(({ word }) => word));
  const held = placesByItem(items, terms);
  const scored: Scored<T>[] = [];
  for (const item of items) {
    const match = matchItem(item, asking);
    const words = wordsOf(match, weights);
    const phrase = match.pairs.length === 0 ? 0 : phraseOf(match, weights);
    const named = match.named.length === 0
      ? 0
      : NAMED * Math.max(...match.named.map((place) => weights[place] ?? 0));
    const related = RELATED * relatedOf(held.get(item.id) ?? [], match, weights);
    scored.push({ item, words, related, phrase, named, sum: words + related + phrase + named });
  }
  scored.sort((a, b) => b.sum - a.sum || b.item.id - a.item.id);
  return scored.slice(0, limit).map((one) => withScore(one, asked));
}

/**
 * How much a term tells that so many of all items hold, from 0 to 1 for a name that none does. It grows faster than its
 * information.
 */
export function tellingWeight(term: FoundTerm, all: number): number {
  const { isWhole, frequency, share } = term;
  const held = (Math.min(frequency, all) + PRIOR_ITEMS * share) / (all + PRIOR_ITEMS);
  const rarest = PRIOR_ITEMS * NAME_SHARE / (all + PRIOR_ITEMS);
  return (Math.log(held) / Math.log(rarest)) ** TELLING * (isWhole ? WHOLE : 1);
}

interface Scored<T> {
  readonly item: T;
  readonly words: number;
  readonly related: number;
  readonly phrase: number;
  readonly named: number;
  readonly sum: number;
}

function wordsOf({ strengths, places }: ItemMatch, weights: readonly number[]): number {
  let sum = 0;
  for (const place of places) sum += (weights[place] ?? 0) * Math.min(MAX_STRENGTH, strengths[place] ?? 0);
  return sum;
}

/** Per item the places of the terms that the index finds it by. */
function placesByItem(items: readonly Rankable[], terms: readonly TellingTerm[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const { id } of items) places.set(id, []);
  for (let place = 0; place < terms.length; place++) {
    for (const id of terms[place]!.items) places.get(id)?.push(place);
  }
  return places;
}

/** What the terms tell that an item is found by and does not hold. */
function relatedOf(places: readonly number[], { strengths }: ItemMatch, weights: readonly number[]): number {
  let sum = 0;
  for (const place of places) if (strengths[place] === 0) sum += weights[place] ?? 0;
  return sum;
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

function withScore<T>({ item, words, related, phrase, named, sum }: Scored<T>, asked: number): Ranked<T> {
  const parts = [
    { name: "words", value: words },
    { name: "related", value: related },
    { name: "phrase", value: phrase },
    { name: "named", value: named },
  ];
  return {
    item,
    score: sum / (sum + asked),
    parts: parts.filter(({ value }) => value > 0).map(({ name, value }) => ({
      name,
      value: value / (sum + asked),
    })),
  };
}
