import table from "./formats.json" with { type: "json" };

/**
 * The summary of a runner, a compiler or a bundler: a row of `formats.json` with its own examples. To add a
 * runner, add its row to a family there and its commands to `runners.json`. All patterns have the flag `m`.
 */
export interface Format {
  /** The runner's name in the table of runners. */
  readonly name: string;
  /** Every output that the format can read holds one of these; they are a quick test before the patterns. */
  readonly signs: readonly string[];
  /**
   * Matches lines that count: by the groups `passed`, `failed`, `total` and `skipped`, or by groups that hold
   * words with numbers, such as `1 failed, 2 passed`.
   */
  readonly counts?: string;
  /** Counts with `countTapLines`, as no pattern can. */
  readonly count?: "tap";
  /**
   * Lines that count add up by default. `last`: the last line holds for the whole run. `once`: a run sums up
   * once, at its end, so a test printed each earlier summary. `parts`: the parts of a run sum up one by one;
   * where all tests passed, a failure of the run is told behind the last sum.
   */
  readonly sums?: "last" | "once" | "parts";
  /** `fail`, `pass` and `none` match a run that failed, passed or ran no test, where no line counts. */
  readonly fail?: string;
  readonly pass?: string;
  readonly none?: string;
  /** Does as `pass`, but on the last line only, as any script may print such words before it fails. */
  readonly passLast?: string;
  /** Matches a run that was interrupted or found nothing to run; it outweighs `fail`. */
  readonly calledOff?: string;
  /** Matches a likely failure. A test may print it, too, so it counts only where no sum denies it. */
  readonly hint?: string;
  /** Patterns whose first group is the first failing test; the first pattern that matches counts. */
  readonly first?: readonly string[];
  /** Example outputs, each with the text of `summaryLabel` for it. */
  readonly cases: Readonly<Record<string, string>>;
}

const { builds, ...tests } = table as unknown as Readonly<Record<string, readonly Format[]>>;

/** The formats of test runners, in the order in which they are tried. */
export const TEST_FORMATS: readonly Format[] = Object.values(tests).flat();
/** The formats of compilers, bundlers and the programs that start other programs. */
export const BUILD_FORMATS: readonly Format[] = builds!;

/** The numbers of tests that passed and failed; absent where the output does not say. */
export interface Counts {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

/**
 * Counts the lines of TAP without a summary, as `bats` prints it where there is no terminal. Returns
 * `undefined` where a plan promises more tests than are there: the output was cut.
 */
export function countTapLines(text: string): Counts | undefined {
  const start = text.search(/^(?:1\.\.\d|(?:not )?ok \d)/m);
  if (start < 0) return undefined;
  const plans = text.slice(start).split(/^(?=1\.\.)/m).map(countPlan);
  let [passed, failed] = [0, 0];
  for (const counts of plans) {
    if (counts === undefined) return undefined;
    passed += counts.passed;
    failed += counts.failed;
  }
  return { passed, failed };
}

/** Counts one plan. If other text follows, such as Test::More's on a broken end, only a failure is sure. */
function countPlan(planned: string): { passed: number; failed: number } | undefined {
  const [, plan, lines = "", rest = ""] =
    /^1\.\.([1-9]\d*)((?:\n(?:ok|not ok|#(?! Looks like)| |TAP version)[^\n]*)*)([^]*)$/.exec(planned) ?? [];
  const tests = lines.match(/^(?:not )?ok \d[^\n]*/gm) ?? [];
  if (plan === undefined || tests.length !== Number(plan)) return undefined;
  const counted = tests.filter((test) => !/# (?:skip|todo)/i.test(test));
  const failed = counted.filter((test) => test.startsWith("not")).length;
  return failed === 0 && rest.trim() !== "" ? undefined : { passed: counted.length - failed, failed };
}
