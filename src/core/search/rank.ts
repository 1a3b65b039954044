import { nameIn, wordIn } from "./indexed_words.ts";
import { type Asked, type ItemMatch, type ItemWords, matchItem } from "./match_item.ts";
import type { ScorePart } from "./search_types.ts";
import { keyOf, Surroundings } from "./surroundings.ts";

/** An item that may answer. */
export interface Rankable extends ItemWords {
  readonly id: number;
  readonly partition: number;
  readonly session_id: string | null;
  readonly position: number;
}

/** A term of the question with how much it tells, from 0 to 1. */
export interface WeighedTerm {
  readonly word: string;
  readonly weight: number;
}

export interface Ranked<T> {
  readonly item: T;
  /** The sum of its parts, from 0 to 1. */
  readonly score: number;
  readonly parts: readonly ScorePart[];
}

const PAIR = 0.5;
const SESSION = 0.4;
/** What an item gains whose attribute is named, of its own score and of the weight of a telling word. */
const NAMED = 0.5;
const NAMED_WEIGHT = 0.5;
/** In a text the name of an attribute tells little: it is the attribute that counts. */
const NAME_IN_TEXT = 0.3;

/** Items by how much of what is asked they, their neighbours and their sessions hold; the best first. */
export function rankItems<T extends Rankable>(
  items: readonly T[],
  terms: readonly WeighedTerm[],
): Ranked<T>[] {
  const lookups = new Map<number, Asked>();
  const matches = items.map((item) => matchItem(item, lookupOf(lookups, item.partition, terms)));
  const weights = weightsOf(terms, matches);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const placed = items.map(({ partition, session_id, position }, i) => ({
    partition,
    session: session_id,
    position,
    strengths: matches[i]?.strengths ?? weights,
  }));
  const surroundings = new Surroundings(placed);
  const sessions = surroundings.sessionMasses(weights);
  const ranked = items.map((item, i) => {
    const match = matches[i] as ItemMatch;
    const place = placed[i]!;
    const words = productOf(match.strengths, weights);
    const neighbours = surroundings.neighbours(place, weights);
    const session = SESSION * (sessions.get(keyOf(place)) ?? 0);
    const named = match.named.length === 0 ? 0 : NAMED * (words + neighbours + session) + NAMED_WEIGHT;
    const phrase = PAIR * phraseOf(match, weights);
    return withScore(item, { words, neighbours, session, named, phrase }, total);
  });
  return ranked.sort((a, b) => b.score - a.score || b.item.id - a.item.id);
}

function productOf(strengths: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < strengths.length; i++) sum += (strengths[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}

function phraseOf({ pairs }: ItemMatch, weights: Float64Array): number {
  return pairs.reduce((sum, [a, b]) => sum + Math.min(weights[a] ?? 0, weights[b] ?? 0), 0);
}

function weightsOf(terms: readonly WeighedTerm[], matches: readonly ItemMatch[]): Float64Array {
  const names = new Set(matches.flatMap(({ named }) => named));
  return Float64Array.from(terms, ({ weight }, i) => names.has(i) ? weight * NAME_IN_TEXT : weight);
}

function withScore<T>(item: T, parts: Readonly<Record<string, number>>, total: number): Ranked<T> {
  const sum = Object.values(parts).reduce((a, b) => a + b, 0);
  const score = likelihood(sum, total);
  const shown = Object.entries(parts).filter(([, value]) => value > 0)
    .map(([name, value]) => ({ name, value: value / sum * score }));
  return { item, score, parts: shown };
}

/** How likely the item answers that holds `sum` of the `total` that is asked, both in telling words. */
function likelihood(sum: number, total: number): number {
  return 1 / (1 + Math.exp(2.2 + 0.95 * Math.log(Math.max(1, total)) - 2 * sum));
}

function lookupOf(lookups: Map<number, Asked>, partition: number, terms: readonly WeighedTerm[]): Asked {
  let lookup = lookups.get(partition);
  if (lookup === undefined) {
    lookup = {
      words: new Map(terms.map(({ word }, place) => [wordIn(partition, word), place])),
      names: new Map(terms.map(({ word }, place) => [nameIn(partition, word), place])),
      count: terms.length,
    };
    lookups.set(partition, lookup);
  }
  return lookup;
}
