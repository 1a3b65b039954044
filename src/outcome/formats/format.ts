/**
 * How a runner, a compiler or a bundler sums up. A row with its own examples: to add a runner, add its row to a family in
 * this folder and its commands to `runners.json`.
 */
export interface Format {
  /** The runner's name in the table of runners. */
  readonly name: string;
  /** Words with a `|` between them. One stands in every output that the format can read, so it is looked for first. */
  readonly signs: string;
  /** A hook reads the output of one runner: only its patterns are made. */
  readonly rules: () => FormatRules;
}

export function format(name: string, signs: string, make: () => FormatRules): Format {
  let made: FormatRules | undefined;
  return { name, signs, rules: () => made ??= make() };
}

/** What a format reads, and examples of it. */
export interface FormatRules {
  /**
   * Lines that count, with the flags `g` and `m`: either the groups `passed`, `failed`, `total` and `skipped`, or groups
   * that hold words with numbers, such as `1 failed, 2 passed`.
   */
  readonly counts?: RegExp;
  /** Counts what no pattern can. */
  readonly count?: (text: string) => Counts | undefined;
  /**
   * The lines that count add up unless this says otherwise. `last`: the last line holds for the whole run. `once`: a run
   * sums up once, at its end, so a test printed each earlier summary. `parts`: the parts of a run sum up one by one, and
   * where tests passed a failure is told behind the last of them.
   */
  readonly sums?: "last" | "once" | "parts";
  /** The run failed, passed, or ran no test at all, without a count. */
  readonly fail?: RegExp;
  readonly pass?: RegExp;
  readonly none?: RegExp;
  /** Somebody interrupted the run, or what it should run is not there: this says more than `fail` does. */
  readonly calledOff?: RegExp;
  /** The run may have failed. A test may print it too, so it is believed only where no sum denies it. */
  readonly hint?: RegExp;
  /** The first failing test in the first group. The first pattern that is found holds. */
  readonly first?: readonly RegExp[];
  /** Outputs and how `summaryLabel` reads them. */
  readonly cases: Readonly<Record<string, string>>;
}

/** How many tests passed and failed; absent where the output does not say. */
export interface Counts {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

/**
 * A pattern for `pass`: `last` where no other line follows what it matches, since any script may print it on its way to a
 * failure, and `anywhere` wherever it stands.
 */
export function atEnd(last: RegExp, anywhere?: RegExp): RegExp {
  const ending = `(?:${last.source})[^\\n]*\\n\\s*(?![^])`;
  return new RegExp(anywhere === undefined ? ending : `${anywhere.source}|${ending}`, "m");
}
