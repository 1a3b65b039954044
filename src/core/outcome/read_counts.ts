import type { Format } from "./formats/format.ts";

/** How many tests passed and failed; absent where the output does not say. */
export interface Counts {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

const FAILED = new Set(
  "fail fails failed failing failure failures error errors failed. timeout timed broken interrupted".split(
    " ",
  ),
);
const PASSED = new Set(
  "pass passes passed passing success successes succeeded successful ok flaky".split(" "),
);
const TOTAL = new Set(
  "total tests test examples example runs run specs spec scenarios scenario cases completed doctests doctest features properties"
    .split(" "),
);
const SKIPPED = new Set(
  "skipped skip skips pending pendings todo ignored excluded inconclusive incomplete risky cancelled deselected"
    .split(" "),
);
const NO_COUNTS: Counts = { passed: undefined, failed: undefined };

/** Adds up what the lines that count say, or takes the last of them. */
export function readCounts(text: string, { counts, isRunning, readLine }: Format): Counts {
  if (counts === undefined) return NO_COUNTS;
  let sum = NO_COUNTS;
  for (const match of text.matchAll(counts)) {
    const line = match.slice(1).filter((group) => group !== undefined).join(" ");
    const found = readLine?.(line, match[0]) ?? fromPairs(pairs(line));
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

/** `1 failed, 2 passed`, `Failures: 1`: words with the numbers that stand before them, or behind them where the line begins with a word. */
function pairs(line: string): [string, number][] {
  const wordFirst = /^[A-Za-z][A-Za-z ]*:? *\d/.test(line) && !/^(?:Ran|Executed|All|OK)\b/.test(line);
  const pattern = wordFirst
    ? /([A-Za-z]+)[:=]? *(\d+)/g
    : /(\d+) ([A-Za-z]+)(?: (passe[ds]|failed|pass|fails?)\b)?/g;
  const found = [...line.matchAll(pattern)].map(([, a = "", b = "", c]): [string, number] =>
    wordFirst ? [a.toLowerCase(), Number(b)] : [(c ?? b).toLowerCase(), Number(a)]
  );
  // Python's unittest: `FAILED (failures=1, errors=2)`.
  if (!line.includes("=")) return found;
  for (const [, word = "", count] of line.matchAll(/(?<!expected )\b(failures|errors|skipped)=(\d+)/g)) {
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

/** Counts where a total stands for those that passed. */
export function fromTotal(total: number, failed: number, skipped: number): Counts {
  return { passed: Math.max(0, total - failed - skipped), failed };
}
