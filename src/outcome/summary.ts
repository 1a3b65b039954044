import { type Counts, countTapLines, type Format } from "./formats.ts";
import { wordSet } from "./words.ts";

/** The evidence in an output. */
export interface Evidence extends Partial<Counts> {
  /** `none`: a runner says that it ran no test; `undefined`: nothing was found. */
  readonly verdict: "pass" | "fail" | "none" | undefined;
  readonly firstFailure?: string | undefined;
  /** True where the format's hint tells of a failure: the verdict `fail` rests on it, or a sum denies it. */
  readonly isHinted?: boolean;
}

const MAX_NAME_UNITS = 200;

/** Reads an output by one format; `undefined` where the format finds nothing. */
export function readSummary(text: string, format: Format): Evidence | undefined {
  const counts = readCounts(text, format);
  const known = verdictOf(text, format, counts);
  const isHinted = known !== "fail" && known !== "none" && isIn(text, format.hint);
  const verdict = known ?? (isHinted ? "fail" : undefined);
  if (verdict === undefined) return undefined;
  return {
    ...counts,
    verdict,
    isHinted,
    firstFailure: verdict === "fail" ? nameOf(text, format) : undefined,
  };
}

/** Words a summary as the formats' cases do: `fail 2/1 test_adds`, for 2 passed tests and 1 failed. */
export function summaryLabel(found: Evidence | undefined): string {
  if (found === undefined) return "nothing";
  const { verdict, passed, failed, firstFailure } = found;
  const counts = passed === undefined && failed === undefined ? "" : ` ${passed ?? "?"}/${failed ?? "?"}`;
  return verdict + counts + (firstFailure === undefined ? "" : ` ${firstFailure}`);
}

function verdictOf(
  text: string,
  { calledOff, fail, none, pass, passLast }: Format,
  { passed, failed }: Counts,
): Evidence["verdict"] {
  if ((failed ?? 0) > 0) return "fail";
  if (isIn(text, calledOff)) return "none";
  if (isIn(text, fail)) return "fail";
  const hasPassed = () =>
    isIn(text, pass) || (passLast !== undefined && isIn(text, `(?:${passLast})[^\\n]*\\n\\s*(?![^])`));
  if ((passed ?? 0) === 0 && isIn(text, none) && !hasPassed()) return "none";
  if (passed !== undefined) return passed > 0 ? "pass" : "none";
  return hasPassed() ? "pass" : undefined;
}

function isIn(text: string, pattern: string | undefined): boolean {
  return pattern !== undefined && new RegExp(pattern, "m").test(text);
}

function nameOf(text: string, { first = [] }: Format): string | undefined {
  for (const pattern of first) {
    const name = new RegExp(pattern, "m").exec(text)?.[1]?.replace(/\s+/g, " ").replace(/:? *$/, "").trim();
    if (name) return name.slice(0, MAX_NAME_UNITS);
  }
  return undefined;
}

/**
 * Returns the part of a failed run's output that its tests did not print, as far as `sums` tells: for `once`
 * all behind the last summary but one; for `parts`, if no test failed, all from the last summary on.
 */
export function behindQuoted(text: string, { counts, sums }: Format, failed: number | undefined): string {
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

/** Reads `1 failed, 2 passed` or `Failures: 1`: where a line begins with a word, numbers follow words. */
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
