import { wordSet } from "../shell/command_words.ts";
import table from "./formats.json" with { type: "json" };

/**
 * The format in which a runner, a compiler or a bundler prints its result: a row of `formats.json` with its own
 * examples. To add a runner, add its row to a family there and its commands to `runners.json`. All patterns are
 * used with the flag `m`.
 */
export interface Format {
  /** The name of the format in `runners.json`; several rows may share it. */
  readonly name: string;
  /** Substrings for a quick test: an unknown runner's output is read by this format only if it contains one of them. */
  readonly signs: readonly string[];
  /** Matches lines with counts in groups `passed`, `failed`, `total`, `skipped`, or as words: `1 failed, 2 passed`. */
  readonly counts?: string;
  /** If no line has counts, the lines of TAP are counted with `countTapLines`. */
  readonly count?: "tap";
  /**
   * The way to combine several lines with counts. By default the counts are added. `last`: the last line is valid for
   * the whole run. `once`: as by default, but a lone run prints one summary, at its end, so its tests printed the
   * earlier ones. `parts`: as by default, since each part of a run prints its own; if all tests passed, a failure of
   * the run is reported after the last summary.
   */
  readonly sums?: "last" | "once" | "parts";
  /** Matches the output of a run that failed, even if all counted tests passed. */
  readonly fail?: string;
  /** Matches the output of a run that passed, if no line has counts. */
  readonly pass?: string;
  /** Matches the output of a run that ran no test, if no test passed and neither `pass` nor `passLast` matches. */
  readonly none?: string;
  /** Does the same as `pass`, but on the last line only, as a script may print these words before it fails. */
  readonly passLast?: string;
  /** Matches the output of a run that was interrupted or found nothing to run. Only a counted failure outweighs it. */
  readonly calledOff?: string;
  /** Matches a likely failure. A test may print it, too, so it counts only if no summary says that all passed. */
  readonly hint?: string;
  /** Patterns whose first group is the name of the first failing test; the first pattern that matches counts. */
  readonly first?: readonly string[];
  /** Example outputs, each with its evidence: `fail 2/1 test_adds` for 2 passed tests and 1 failed. */
  readonly cases: Readonly<Record<string, string>>;
}

const { builds, ...tests } = table as unknown as Readonly<Record<string, readonly Format[]>>;

/** The formats of test runners, in the order in which they are tried. */
export const TEST_FORMATS: readonly Format[] = Object.values(tests).flat();
/** The formats of compilers, bundlers and the programs that start other programs. */
export const BUILD_FORMATS: readonly Format[] = builds!;

/** The numbers of tests that passed and failed; `undefined` if the output does not say. */
export interface Counts {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

/** Counts TAP without a summary, as `bats` prints it; `undefined` if tests of the plan are missing. */
function countTapLines(text: string): Counts | undefined {
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

/** Counts the tests of one plan. If other text follows, such as Test::More's complaint, only a failure is sure. */
function countPlan(planned: string): { passed: number; failed: number } | undefined {
  const [, plan, lines = "", rest = ""] =
    /^1\.\.([1-9]\d*)((?:\n(?:ok|not ok|#(?! Looks like)| |TAP version)[^\n]*)*)([^]*)$/.exec(planned) ?? [];
  const tests = lines.match(/^(?:not )?ok \d[^\n]*/gm) ?? [];
  if (plan === undefined || tests.length !== Number(plan)) return undefined;
  const counted = tests.filter((test) => !/# (?:skip|todo)/i.test(test));
  const failed = counted.filter((test) => test.startsWith("not")).length;
  return failed === 0 && rest.trim() !== "" ? undefined : { passed: counted.length - failed, failed };
}

export interface Evidence extends Partial<Counts> {
  /** `none`: a runner says that it ran no test; `undefined`: nothing was found. */
  readonly verdict: "pass" | "fail" | "none" | undefined;
  /** The first failing test, or the first error of a build. */
  readonly firstFailure?: string | undefined;
  /** True if the format's `hint` matched: the verdict `fail` rests on it, or a summary says that all passed. */
  readonly isHinted?: boolean;
}

const MAX_NAME_UNITS = 200;

/** Reads an output by one format; returns `undefined` if nothing in it has that format. */
export function readSummary(text: string, format: Format): Evidence | undefined {
  const counts = readCounts(text, format);
  const certain = verdictOf(text, format, counts);
  const isHinted = certain !== "fail" && certain !== "none" && matches(text, format.hint);
  const verdict = certain ?? (isHinted ? "fail" : undefined);
  if (verdict === undefined) return undefined;
  return {
    ...counts,
    verdict,
    isHinted,
    firstFailure: verdict === "fail" ? firstFailureIn(text, format) : undefined,
  };
}

function verdictOf(
  text: string,
  { calledOff, fail, none, pass, passLast }: Format,
  { passed, failed }: Counts,
): Evidence["verdict"] {
  if ((failed ?? 0) > 0) return "fail";
  if (matches(text, calledOff)) return "none";
  if (matches(text, fail)) return "fail";
  const hasPassed = () =>
    matches(text, pass) || (passLast !== undefined && matches(text, `(?:${passLast})[^\\n]*\\n\\s*(?![^])`));
  if ((passed ?? 0) === 0 && matches(text, none) && !hasPassed()) return "none";
  if (passed !== undefined) return passed > 0 ? "pass" : "none";
  return hasPassed() ? "pass" : undefined;
}

function matches(text: string, pattern: string | undefined): boolean {
  return pattern !== undefined && new RegExp(pattern, "m").test(text);
}

function firstFailureIn(text: string, { first = [] }: Format): string | undefined {
  for (const pattern of first) {
    const name = new RegExp(pattern, "m").exec(text)?.[1]?.replace(/\s+/g, " ").replace(/:? *$/, "").trim();
    if (name) return name.slice(0, MAX_NAME_UNITS);
  }
  return undefined;
}

/**
 * Returns the part of a failed run's output that the tests cannot have printed. With `sums` "once", that is all
 * after the last summary but one; with "parts", if no test failed, all from the last summary on. Without
 * `sums`, returns the whole output.
 */
export function withoutTestOutput(
  text: string,
  { counts, sums }: Format,
  failed: number | undefined,
): string {
  if (counts === undefined || (sums !== "once" && sums !== "parts")) return text;
  const summaries = [...text.matchAll(new RegExp(counts, "gm"))];
  if (sums === "parts") return failed === 0 ? text.slice(summaries.at(-1)?.index ?? 0) : text;
  const before = summaries.at(-2);
  return before === undefined ? text : text.slice(before.index + before[0].length);
}

const NO_COUNTS: Counts = { passed: undefined, failed: undefined };

function readCounts(text: string, { counts, count, sums }: Format): Counts {
  let sum = NO_COUNTS;
  for (const match of counts === undefined ? [] : text.matchAll(new RegExp(counts, "gm"))) {
    const found = fromGroups(match.groups ?? {}) ?? fromWords(match.slice(1).filter(Boolean).join(" "));
    sum = sums === "last"
      ? found
      : { passed: add(sum.passed, found.passed), failed: add(sum.failed, found.failed) };
  }
  return sum === NO_COUNTS && count === "tap" ? countTapLines(text) ?? sum : sum;
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : a + b;
}

/** Reads counts from the named groups of a match; `undefined` if it has none of them. */
function fromGroups(groups: Readonly<Record<string, string>>): Counts | undefined {
  const [passed, failed, total, skipped = 0] = ["passed", "failed", "total", "skipped"].map((name) =>
    groups[name] === undefined ? undefined : Number(groups[name]) || 0 // Cypress prints a dash for none
  );
  if (total === undefined) {
    return passed === undefined && failed === undefined
      ? undefined
      : { passed, failed: failed ?? (passed === undefined ? undefined : 0) };
  }
  const rest = passed === undefined ? 0 : Math.max(0, total - passed - skipped);
  return { passed: passed ?? Math.max(0, total - (failed ?? 0) - skipped), failed: failed ?? rest };
}

const PASSED = wordSet("pass passes passed passing success successes succeeded successful ok flaky");
const FAILED = wordSet(
  "fail fails failed failing failure failures error errors timeout timed broken interrupted",
);
const TOTAL = wordSet(
  "total tests test examples example runs run specs spec scenarios scenario cases completed doctests doctest features " +
    "properties",
);
const SKIPPED = wordSet(
  "skipped skip skips pending pendings todo ignored excluded inconclusive incomplete risky cancelled deselected",
);

/** Reads `1 failed, 2 passed`, or `Failures: 1`: if a line begins with a word, each number follows its word. */
function fromWords(line: string): Counts {
  const isWordFirst = /^[A-Za-z][A-Za-z ]*:? *\d/.test(line) && !/^(?:Ran|Executed|All|OK)\b/.test(line);
  const found = isWordFirst
    ? [...line.matchAll(/([A-Za-z]+)[:=]? *(\d+)/g)].map(([, word = "", number]) => [word, number] as const)
    : [...line.matchAll(/(\d+) ([A-Za-z]+)(?: (passe[ds]|failed|pass|fails?)\b)?/g)]
      .map(([, number, word = "", verb]) => [verb ?? word, number] as const);
  // Python's unittest: `FAILED (failures=1, errors=2)`.
  for (const [, word = "", number] of line.matchAll(/(?<!expected )\b(failures|errors|skipped)=(\d+)/g)) {
    if (!isWordFirst) found.push([word, number]);
  }
  const sum = (words: ReadonlySet<string>) => {
    const own = found.filter(([word]) => words.has(word.toLowerCase()));
    return own.length === 0 ? undefined : own.reduce((total, [, number]) => total + Number(number), 0);
  };
  const [passed, failed, total, skipped = 0] = [PASSED, FAILED, TOTAL, SKIPPED].map(sum);
  if (passed === undefined && total !== undefined) {
    return { passed: Math.max(0, total - (failed ?? 0) - skipped), failed: failed ?? 0 };
  }
  return found.length === 0 ? NO_COUNTS : { passed: passed ?? 0, failed: failed ?? 0 };
}
