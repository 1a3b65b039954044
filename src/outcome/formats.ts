import table from "./formats.json" with { type: "json" };

/**
 * The form in which a runner, a compiler or a bundler sums up: a row of `formats.json` with its own examples. To add a
 * runner, add its row to a family there and its commands to `runners.json`. Patterns are read with the flag `m`.
 */
export interface Format {
  /** The runner's name in the table of runners. */
  readonly name: string;
  /** One stands in every output that the format can read, so it is looked for first. */
  readonly signs: readonly string[];
  /**
   * Lines that count: either the groups `passed`, `failed`, `total` and `skipped`, or groups that hold words with numbers,
   * such as `1 failed, 2 passed`.
   */
  readonly counts?: string;
  /** Counts what no pattern can: the lines of TAP. */
  readonly count?: "tap";
  /**
   * The lines that count add up unless this says otherwise. `last`: the last line holds for the whole run. `once`: a run
   * sums up once, at its end, so a test printed each earlier summary. `parts`: the parts of a run sum up one by one, and
   * where tests passed a failure is told behind the last of them.
   */
  readonly sums?: "last" | "once" | "parts";
  /** The run failed, passed, or ran no test at all, without a count. */
  readonly fail?: string;
  readonly pass?: string;
  readonly none?: string;
  /** The same as `pass` where no other line follows, since any script may print it on its way to a failure. */
  readonly passLast?: string;
  /** Somebody interrupted the run, or what it should run is not there: this says more than `fail` does. */
  readonly calledOff?: string;
  /** The run may have failed. A test may print it too, so it is believed only where no sum denies it. */
  readonly hint?: string;
  /** The first failing test in the first group. The first pattern that is found holds. */
  readonly first?: readonly string[];
  /** Outputs and how `summaryLabel` reads them. */
  readonly cases: Readonly<Record<string, string>>;
}

const { builds, ...tests } = table as unknown as Readonly<Record<string, readonly Format[]>>;

/** Of runners of tests, in the order in which they are asked. */
export const TEST_FORMATS: readonly Format[] = Object.values(tests).flat();
/** Of compilers, bundlers and the programs that start other programs. */
export const BUILD_FORMATS: readonly Format[] = builds!;

/** The numbers of tests that passed and failed; absent where the output does not say. */
export interface Counts {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

/**
 * TAP that nobody sums up, as `bats` prints it where there is no terminal. All that each plan promises has to be there:
 * of an output that was cut nobody knows the rest.
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

/** Behind something else, such as what Test::More says of a broken end, only a failure is sure. */
function countPlan(planned: string): { passed: number; failed: number } | undefined {
  const [, plan, lines = "", rest = ""] =
    /^1\.\.([1-9]\d*)((?:\n(?:ok|not ok|#(?! Looks like)| |TAP version)[^\n]*)*)([^]*)$/.exec(planned) ?? [];
  const tests = lines.match(/^(?:not )?ok \d[^\n]*/gm) ?? [];
  if (plan === undefined || tests.length !== Number(plan)) return undefined;
  const counted = tests.filter((test) => !/# (?:skip|todo)/i.test(test));
  const failed = counted.filter((test) => test.startsWith("not")).length;
  return failed === 0 && rest.trim() !== "" ? undefined : { passed: counted.length - failed, failed };
}
