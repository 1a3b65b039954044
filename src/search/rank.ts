// Ranks prompts and observations, each together with its neighbours in the session. For `store/search.ts`.
import { askedWords, type ItemMatch, type ItemWords, matchItem } from "./match_item.ts";
import type { ScorePart } from "./search_types.ts";

export interface Rankable extends ItemWords {
  readonly id: number;
  readonly session_id: string | null;
  readonly position: number; // orders the items of a session: a prompt's number, an observation's row
}

export type Ranked<T> = Readonly<{ item: T; score: number; parts: readonly ScorePart[] }>;

const PAIR = 0.5; // the share of the smaller weight that two adjacent words add
const SESSION = 0.42; // the factor for the words of the whole session
const NAMED = 0.5; // the share of the item's weight, and the fixed weight, that a named attribute adds
const NAMED_WEIGHT = 0.5;

/**
 * Ranks items by how much of a question they, their neighbours and their sessions hold, best first. The
 * weights of terms and the scores are from 0 to 1.
 */
export function rankItems<T extends Rankable>(
  items: readonly T[],
  terms: readonly { readonly word: string; readonly weight: number }[],
  limit: number,
): Ranked<T>[] {
  const askedIn = askedWords(terms.map(({ word }) => word));
  const matched = items.map((item) => ({ item, ...matchItem(item, askedIn) }));
  const weights = Float64Array.from(terms, ({ weight }) => weight);
  const sessions = bySession(matched);
  const sessionWeights = weightsOf(sessions, weights);
  const found = matched.map((one) => {
    const { item, strengths, places, pairs, named } = one;
    const words = places.reduce((sum, place) => sum + (strengths[place] ?? 0) * (weights[place] ?? 0), 0);
    const neighbours = neighboursOf(one, sessions, weights);
    const session = SESSION * (sessionWeights.get(keyOf(item)) ?? 0);
    const gain = named.length === 0 ? 0 : NAMED * (words + neighbours + session) + NAMED_WEIGHT;
    const phrase = PAIR * weightOfPairs(pairs, weights);
    return { item, parts: { words, neighbours, session, named: gain, phrase } };
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // A logistic function, fitted like all weights here: the likelihood that an item with the weight `sum` is an answer.
  const scoreOf = (sum: number) => 1 / (1 + Math.exp(2.2 + 0.95 * Math.log(Math.max(1, total)) - 2 * sum));
  return bestOf(found, limit, scoreOf);
}

/** Returns the weight of pairs of words; a pair weighs what its more common word does. */
export const weightOfPairs = (pairs: ItemMatch["pairs"], weights: ArrayLike<number>) =>
  pairs.reduce((sum, [a, b]) => sum + Math.min(weights[a] ?? 0, weights[b] ?? 0), 0);

type Found<T> = Readonly<{ item: T; parts: Readonly<Record<string, number>> }>;

/** Returns the heaviest items, best first. A part has the same share of the score as of the weight. */
export function bestOf<T extends Rankable>(
  found: readonly Found<T>[],
  limit: number,
  scoreOf: (weight: number) => number,
): Ranked<T>[] {
  const weighed = found.map((one) => ({
    ...one,
    weight: Object.values(one.parts).reduce((sum, part) => sum + part),
  }));
  weighed.sort((a, b) => b.weight - a.weight || b.item.id - a.item.id);
  return weighed.slice(0, limit).map(({ item, parts, weight }) => {
    const score = scoreOf(weight);
    const shown = Object.entries(parts).filter(([, part]) => part > 0);
    return { item, score, parts: shown.map(([name, part]) => ({ name, value: part / weight * score })) };
  });
}

type Placed = Pick<ItemMatch, "strengths" | "places"> & { readonly item: Rankable };

/** The factors for neighbours by distance; earlier items count more than later ones. */
const NEIGHBOURS: readonly (readonly [step: number, weight: number])[] = [
  [-1, 0.85],
  [1, 0.7],
  [-2, 0.35],
  [2, 0.3],
];
/** A neighbour's word counts less by this share if the item has the word itself, with a strength of 1. */
const REPETITION = 0.7;

/** The items by session, then by position. */
type Sessions = ReadonlyMap<string, ReadonlyMap<number, Placed>>;

function bySession(items: readonly Placed[]): Sessions {
  const placed = items.filter(({ item }) => item.session_id !== null);
  const sessions = Map.groupBy(placed, ({ item }) => keyOf(item));
  return new Map(
    [...sessions].map(([key, all]) => [key, new Map(all.map((one) => [one.item.position, one]))]),
  );
}

function neighboursOf({ item, strengths }: Placed, sessions: Sessions, weights: Float64Array): number {
  const session = sessions.get(keyOf(item));
  if (session === undefined || session.size === 1) return 0;
  const most = new Map<number, number>();
  for (const [step, weight] of NEIGHBOURS) {
    const neighbour = session.get(item.position + step);
    for (const place of neighbour?.places ?? []) {
      most.set(place, Math.max(most.get(place) ?? 0, weight * (neighbour?.strengths[place] ?? 0)));
    }
  }
  let sum = 0;
  for (const [place, strength] of most) {
    sum += (weights[place] ?? 0) * strength * Math.max(0, 1 - REPETITION * (strengths[place] ?? 0));
  }
  return sum;
}

/** Returns for each session the weight that its items hold together. Each further item with a word adds less. */
function weightsOf(sessions: Sessions, weights: Float64Array): ReadonlyMap<string, number> {
  return new Map([...sessions].map(([key, session]) => {
    const counts = new Map<number, number>();
    for (const { places } of session.values()) {
      for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    let weight = 0;
    for (const [place, count] of counts) weight += (weights[place] ?? 0) * count / (count + 1);
    return [key, weight];
  }));
}

const keyOf = ({ partition, session_id }: Rankable) => `${partition} ${session_id}`;
