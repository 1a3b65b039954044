import type { LeftOut } from "./places.ts";

/** What a replay came to. Counted is what is new, not what was read. */
export interface Tally {
  readonly files: FileCounts;
  bytes: number;
  sessions: number;
  prompts: number;
  captures: number;
  /** By label, `tests:fail`. */
  readonly outcomes: Map<string, number>;
  /** By category. */
  readonly candidates: Map<string, number>;
  /** A few of the candidates, as they are kept. */
  readonly examples: Example[];
  /** Sessions of which nothing is kept, by reason. */
  readonly leftOut: Map<LeftOut, number>;
  /** Lines that are no rows: torn, or of another format. */
  badLines: number;
}

interface FileCounts {
  replayed: number;
  /** As they were when they were last replayed. */
  unchanged: number;
  /** Without a single row of a conversation. */
  foreign: number;
  unreadable: number;
}

/** A candidate as a preview shows it. */
export interface Example {
  readonly category: string;
  readonly text: string;
  readonly project: string;
}

const MAX_EXAMPLES = 8;
/** One kind of memory is not to fill the list alone. */
const MAX_OF_CATEGORY = 3;

/** Nothing yet. */
export function newTally(): Tally {
  return {
    files: { replayed: 0, unchanged: 0, foreign: 0, unreadable: 0 },
    bytes: 0,
    sessions: 0,
    prompts: 0,
    captures: 0,
    outcomes: new Map(),
    candidates: new Map(),
    examples: [],
    leftOut: new Map(),
    badLines: 0,
  };
}

/** Counts one more. */
export function countIn<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Counts a candidate and keeps it as an example while there is room. */
export function countCandidate(tally: Tally, example: Example): void {
  countIn(tally.candidates, example.category);
  const alike = tally.examples.filter(({ category }) => category === example.category).length;
  if (tally.examples.length < MAX_EXAMPLES && alike < MAX_OF_CATEGORY) tally.examples.push(example);
}

/** How many there are of all keys. */
export function totalOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
