import { type ItemMatch, type ItemWords, matchItem } from "./match_item.ts";
import type { ScorePart } from "./search_types.ts";

/** An item that may answer. */
export interface Rankable extends ItemWords {
  readonly id: number;
  readonly partition: number;
  readonly session_id: string | null;
  readonly position: number;
}

/** A term of the question with how much it tells. */
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

const PAIR = 0.15;
const NEIGHBOUR = 0.25;
const SESSION = 0.2;
const NAMED = 0.3;

interface Scored<T> {
  readonly item: T;
  readonly match: ItemMatch;
  readonly words: number;
}

/** Items by how much of what is asked they, their neighbours and their sessions hold; the best first. */
export function rankItems<T extends Rankable>(
  items: readonly T[],
  terms: readonly WeighedTerm[],
): Ranked<T>[] {
  const lookups = new Map<number, Map<string, number>>();
  const scored = items.map((item) => scoreWords(item, lookupOf(lookups, item.partition, terms), terms));
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const sessions = sessionMasses(scored, terms);
  const places = new Map(scored.map((one) => [placeOf(one.item, 0), one.words]));
  const ranked = scored.map((one) => {
    const { item, match } = one;
    const around = (places.get(placeOf(item, -1)) ?? 0) + (places.get(placeOf(item, 1)) ?? 0);
    const parts = {
      words: one.words,
      phrase: PAIR * sumOf(match.pairs, ([a, b]) => Math.min(weightOf(terms, a), weightOf(terms, b))),
      neighbours: item.session_id === null ? 0 : NEIGHBOUR * around,
      session: SESSION * (sessions.get(item.session_id ?? "") ?? 0),
      named: NAMED * sumOf(match.named, (place) => weightOf(terms, place)),
    };
    return withScore(item, parts, total);
  });
  return ranked.sort((a, b) => b.score - a.score || b.item.id - a.item.id);
}

function withScore<T>(item: T, parts: Readonly<Record<string, number>>, total: number): Ranked<T> {
  const sum = Object.values(parts).reduce((a, b) => a + b, 0);
  const score = total === 0 ? 0 : sum / (sum + total);
  const shown = Object.entries(parts).filter(([, value]) => value > 0)
    .map(([name, value]) => ({ name, value: value / sum * score }));
  return { item, score, parts: shown };
}

function scoreWords<T extends Rankable>(
  item: T,
  lookup: ReadonlyMap<string, number>,
  terms: readonly WeighedTerm[],
): Scored<T> {
  const match = matchItem(item, lookup);
  let words = 0;
  for (const place in match.strengths) {
    words += (match.strengths[place] ?? 0) * weightOf(terms, Number(place));
  }
  return { item, match, words };
}

/** Per session, how much of what is asked its items hold together. */
function sessionMasses<T extends Rankable>(
  scored: readonly Scored<T>[],
  terms: readonly WeighedTerm[],
): Map<string, number> {
  const found = new Map<string, number[]>();
  for (const { item, match } of scored) {
    if (item.session_id === null) continue;
    const counts = found.get(item.session_id) ?? [];
    for (const place in match.strengths) counts[Number(place)] = (counts[Number(place)] ?? 0) + 1;
    found.set(item.session_id, counts);
  }
  const masses = new Map<string, number>();
  for (const [session, counts] of found) {
    let mass = 0;
    for (const place in counts) {
      mass += weightOf(terms, Number(place)) * (counts[place] ?? 0) / ((counts[place] ?? 0) + 1);
    }
    masses.set(session, mass);
  }
  return masses;
}

function lookupOf(
  lookups: Map<number, Map<string, number>>,
  partition: number,
  terms: readonly WeighedTerm[],
): ReadonlyMap<string, number> {
  let lookup = lookups.get(partition);
  if (lookup === undefined) {
    lookup = new Map(terms.map(({ word }, place) => [`${partition}_${word}`, place]));
    lookups.set(partition, lookup);
  }
  return lookup;
}

function placeOf(item: Rankable, step: number): string {
  return `${item.partition} ${item.position + step} ${item.session_id}`;
}

function weightOf(terms: readonly WeighedTerm[], place: number): number {
  return terms[place]?.weight ?? 0;
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}
