import { AskedWords, type ItemMatch, type ItemWords, matchItem } from "./match_item.ts";
import type { ScorePart } from "./search_types.ts";
import { keyOf, type Placed, Surroundings } from "./surroundings.ts";

/** An item that may answer. */
export interface Rankable extends ItemWords {
  readonly id: number;
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
const SESSION = 0.42;
/** What an item gains whose attribute is named, of its own score and of the weight of a telling word. */
const NAMED = 0.5;
const NAMED_WEIGHT = 0.5;
/** In a text the name of an attribute tells little: it is the attribute that counts. */
const NAME_IN_TEXT = 0.2;

/** The best items by how much of what is asked they, their neighbours and their sessions hold, best first. */
export function rankItems<T extends Rankable>(
  items: readonly T[],
  terms: readonly WeighedTerm[],
  limit: number,
): Ranked<T>[] {
  const asking = new AskedWords(terms.map(({ word }) => word));
  const matched: Matched<T>[] = [];
  for (const item of items) {
    const match = matchItem(item, asking);
    const { partition, session_id, position } = item;
    const { strengths, places } = match;
    matched.push({ item, match, partition, session: session_id, position, strengths, places });
  }
  const weights = weightsOf(terms, matched);
  const surroundings = new Surroundings(matched);
  const sessions = surroundings.sessionMasses(weights);
  const scored: Scored<T>[] = [];
  for (const one of matched) {
    const parts = partsOf(one, weights, surroundings.neighbours(one, weights), sessions.get(keyOf(one)) ?? 0);
    scored.push({ item: one.item, parts, sum: parts[0] + parts[1] + parts[2] + parts[3] + parts[4] });
  }
  scored.sort((a, b) => b.sum - a.sum || b.item.id - a.item.id);
  let total = 0;
  for (const weight of weights) total += weight;
  return scored.slice(0, limit).map((one) => withScore(one, total));
}

interface Matched<T> extends Placed {
  readonly item: T;
  readonly match: ItemMatch;
}

type Parts = readonly [words: number, neighbours: number, session: number, named: number, phrase: number];
const PART_NAMES = ["words", "neighbours", "session", "named", "phrase"] as const;

interface Scored<T> {
  readonly item: T;
  readonly parts: Parts;
  readonly sum: number;
}

function partsOf<T>(
  { match }: Matched<T>,
  weights: Float64Array,
  neighbours: number,
  inSession: number,
): Parts {
  const words = massOf(match, weights);
  const session = SESSION * inSession;
  const named = match.named.length === 0 ? 0 : NAMED * (words + neighbours + session) + NAMED_WEIGHT;
  return [words, neighbours, session, named, PAIR * phraseOf(match, weights)];
}

function massOf({ strengths, places }: ItemMatch, weights: Float64Array): number {
  let sum = 0;
  for (const place of places) sum += (strengths[place] ?? 0) * (weights[place] ?? 0);
  return sum;
}

function phraseOf({ pairs }: ItemMatch, weights: Float64Array): number {
  return pairs.reduce((sum, [a, b]) => sum + Math.min(weights[a] ?? 0, weights[b] ?? 0), 0);
}

function weightsOf<T>(terms: readonly WeighedTerm[], matched: readonly Matched<T>[]): Float64Array {
  const weights = Float64Array.from(terms, ({ weight }) => weight);
  const names = new Set<number>();
  for (const { match } of matched) for (const place of match.named) names.add(place);
  for (const place of names) weights[place] = (weights[place] ?? 0) * NAME_IN_TEXT;
  return weights;
}

function withScore<T>({ item, parts, sum }: Scored<T>, total: number): Ranked<T> {
  const score = likelihood(sum, total);
  const shown = PART_NAMES.map((name, i) => ({ name, value: sum === 0 ? 0 : (parts[i] ?? 0) / sum * score }));
  return { item, score, parts: shown.filter(({ value }) => value > 0) };
}

/** How likely the item answers that holds `sum` of the `total` that is asked, both in telling words. */
function likelihood(sum: number, total: number): number {
  return 1 / (1 + Math.exp(2.2 + 0.95 * Math.log(Math.max(1, total)) - 2 * sum));
}
