import type { Format } from "./formats/format.ts";
import { wordSet } from "./words.ts";

/** How many tests passed and failed; absent where the output does not say. */
export interface Counts {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

const FAILED = wordSet(
  "fail fails failed failing failure failures error errors failed. timeout broken interrupted",
);
const PASSED = wordSet("pass passes passed passing success successes succeeded successful ok flaky");
const TOTAL = wordSet(
  "total tests test examples example runs run specs spec scenarios scenario cases completed doctests doctest features properties",
);
const SKIPPED = wordSet(
  "skipped skip skips pending pendings todo ignored excluded inconclusive incomplete risky cancelled deselected",
);
const NO_COUNTS: Counts = { passed: undefined, failed: undefined };

/** Adds up what the lines that count say, or takes the last of them. */
export function readCounts(text: string, { counts, isRunning }: Format): Counts {
  if (counts === undefined) return NO_COUNTS;
  let sum = NO_COUNTS;
  for (const match of text.matchAll(counts)) {
    const line = match.slice(1).filter((group) => group !== undefined).join(" ");
    const found = countsIn(line, match[0]);
    sum = isRunning ? found : addCounts(sum, found);
  }
  return sum;
}

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: add(a.passed, b.passed), failed: add(a.failed, b.failed) };
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : a + b;
}

/** `1 failed, 2 passed`, `Failures: 1`, `Total 5, Failed 1`, `+3 -1`, `99% tests passed, 1 tests failed out of 100`. */
function countsIn(line: string, whole: string): Counts {
  // A new process pays for each pattern that it uses, so that a word decides which are tried.
  if (line.includes("out of")) {
    const percent = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/.exec(line) ??
      /(\d+) out of (\d+) tests failed/.exec(line);
    if (percent) return fromTotal(Number(percent[2]), Number(percent[1]), 0);
  }
  if (line.startsWith("+")) {
    const signed = /^\+(\d+)(?: ~\d+)?(?: -(\d+))?/.exec(line);
    if (signed) return { passed: Number(signed[1]), failed: Number(signed[2] ?? 0) };
  }
  if (line.includes("/")) {
    const fraction = /^(\d+)\/(\d+) tests passed/.exec(line);
    if (fraction) return fromTotal(Number(fraction[2]), fractionFailed(line, fraction), 0);
  }
  if (whole.startsWith("[  FAILED")) return { passed: undefined, failed: firstNumber(line) };
  if (whole.startsWith("[  PASSED")) return { passed: firstNumber(line), failed: undefined };
  if (line.startsWith("Executed ")) {
    const executed = /^Executed (\d+) of \d+ (?:SUCCESS|\((?:(\d+) FAILED)?[^)]*\))/.exec(line);
    if (executed) return fromTotal(Number(executed[1]), Number(executed[2] ?? 0), 0);
  }
  return fromPairs(pairs(line));
}

function fractionFailed(line: string, [, passed, total]: RegExpExecArray): number {
  return Number(/; (\d+) failed/.exec(line)?.[1] ?? Number(total) - Number(passed));
}

function firstNumber(line: string): number {
  return Number(/\d+/.exec(line)?.[0] ?? 0);
}

/** Words with the numbers that stand before them, or behind them where the line begins with a word. */
function pairs(line: string): [string, number][] {
  const wordFirst = /^[A-Za-z][A-Za-z ]*:? *\d/.test(line) && !/^(?:Ran|Executed|All|OK)\b/.test(line);
  const pattern = wordFirst
    ? /([A-Za-z]+)[:=]? *(\d+)/g
    : /(\d+) ([A-Za-z]+)(?: (passed|failed|pass|fails?)\b)?/g;
  const found = [...line.matchAll(pattern)].map(([, a = "", b = "", c]): [string, number] =>
    wordFirst ? [a.toLowerCase(), Number(b)] : [(c ?? b).toLowerCase(), Number(a)]
  );
  // Python's unittest: `FAILED (failures=1, errors=2)`.
  if (!line.includes("=")) return found;
  for (const [, word = "", count] of line.matchAll(/\b(failures|errors|skipped)=(\d+)/g)) {
    if (!wordFirst) found.push([word, Number(count)]);
  }
  return found;
}

function fromPairs(found: readonly [string, number][]): Counts {
  const sum = (words: ReadonlySet<string>) => {
    const own = found.filter(([word]) => words.has(word));
    return own.length === 0 ? undefined : own.reduce((total, [, count]) => total + count, 0);
  };
  const [passed, failed, total] = [sum(PASSED), sum(FAILED), sum(TOTAL)];
  if (passed === undefined && total !== undefined) return fromTotal(total, failed ?? 0, sum(SKIPPED) ?? 0);
  if (passed === undefined && failed === undefined) {
    return found.length === 0 ? NO_COUNTS : { passed: 0, failed: 0 };
  }
  return { passed: passed ?? 0, failed: failed ?? 0 };
}

function fromTotal(total: number, failed: number, skipped: number): Counts {
  return { passed: Math.max(0, total - failed - skipped), failed };
}
