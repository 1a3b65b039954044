import { type Counts, fromTotal } from "./read_counts.ts";

/**
 * The counts of a line that is no list of words with numbers: `99% tests passed, 1 tests failed out of 100`, `+3 -1`,
 * `5/7 tests passed`. In a file of its own, as the usual runners print none of these.
 */
export function specialCounts(line: string, whole: string): Counts | undefined {
  // A new process pays for each pattern that it uses, so that a word decides which are tried.
  if (line.includes("out of")) {
    const percent = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/.exec(line) ??
      /(\d+) out of (\d+) tests failed/.exec(line);
    if (percent) return fromTotal(Number(percent[2]), Number(percent[1]), 0);
  }
  if (line.endsWith(" failed")) {
    // Where tests fail, AVA may count those alone.
    const alone = /^(\d+) tests? failed$/.exec(line);
    if (alone) return { passed: undefined, failed: Number(alone[1]) };
  }
  if (line.startsWith("+")) {
    const signed = /^\+(\d+)(?: ~\d+)?(?: -(\d+))?/.exec(line);
    if (signed) return { passed: Number(signed[1]), failed: Number(signed[2] ?? 0) };
  }
  if (line.includes("/")) {
    const fraction = /^(\d+)\/(\d+) tests passed/.exec(line);
    if (fraction) return fromTotal(Number(fraction[2]), fractionFailed(line, fraction), 0);
  }
  if (line.startsWith("Total: ")) {
    const passed = /^Total: +(\d+) Passed: +(\d+)$/.exec(line);
    if (passed) return { passed: Number(passed[2]), failed: Number(passed[1]) - Number(passed[2]) };
  }
  if (whole.includes("! ")) {
    // .NET says it in the user's language, the failed ones first.
    const first = /^\s*[^\s!]+ ?! +[-:] [^\d\n]+: +(\d+), [^\d\n]+: +(\d+)/.exec(whole);
    if (first) return { passed: Number(first[2]), failed: Number(first[1]) };
  }
  if (whole.startsWith("[  FAILED")) return { passed: undefined, failed: firstNumber(line) };
  if (whole.startsWith("[  PASSED")) return { passed: firstNumber(line), failed: 0 };
  if (whole.includes("✔ ") || whole.includes("✖ ")) {
    // Columns of Cypress: all, passing, failing.
    const columns = /^(\d+) +(\d+|-) +(\d+|-)$/.exec(line);
    if (columns) return { passed: Number(columns[2]) || 0, failed: Number(columns[3]) || 0 };
  }
  if (line.startsWith("Executed ")) {
    const executed = /^Executed (\d+) of \d+ (?:SUCCESS|\((?:(\d+) FAILED)?[^)]*\))/.exec(line);
    if (executed) return fromTotal(Number(executed[1]), Number(executed[2] ?? 0), 0);
  }
  return undefined;
}

function fractionFailed(line: string, [, passed, total]: RegExpExecArray): number {
  return Number(/; (\d+) failed/.exec(line)?.[1] ?? Number(total) - Number(passed));
}

function firstNumber(line: string): number {
  return Number(/\d+/.exec(line)?.[0] ?? 0);
}
