import type { Counts } from "../read_counts.ts";

/** How a runner sums up. */
export interface Format {
  /** As the runners name it. */
  readonly name: string;
  /** One of these stands in every summary of it: looked for before any pattern. */
  readonly signs: readonly string[];
  /** Lines that count, with the counts in the first group; `g` and `m`. */
  readonly counts?: RegExp;
  /** What a line that counts says where it is no list of words with numbers; `undefined` for one that is. */
  readonly readLine?: (line: string, whole: string) => Counts | undefined;
  /** The last line that counts holds for the whole run; else they add up. */
  readonly isRunning?: true;
  /** A run sums up once, at its end: an earlier summary is what one of its tests printed. */
  readonly isSummedOnce?: true;
  /** What fails a run although no test failed is said behind its last summary: what stands before it was printed by a test. */
  readonly isFailureLast?: true;
  /** Each part of a run says it where it has no tests: a failure of another part counts more. */
  readonly isNonePartial?: true;
  /** The run failed, passed, or ran no test at all, without a count. */
  readonly fail?: RegExp;
  readonly pass?: RegExp;
  /** Passes only where nothing follows it: what any script may print on its way to a failure; `g` and `m`. */
  readonly passLast?: RegExp;
  readonly none?: RegExp;
  /** The run failed: believed only where nothing else says how it ended, as a test may print it. */
  readonly failUncounted?: RegExp;
  /** What a run says that somebody interrupted: the tests that it came to say nothing of the others. */
  readonly interruption?: string;
  /** The first failing test in the first group; the first pattern that is found holds. */
  readonly first?: readonly RegExp[];
}
