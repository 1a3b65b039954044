import { addCounts, type Counts } from "../read_counts.ts";
import type { Format } from "./format.ts";
import { JAVASCRIPT_SIGNS } from "./signs_javascript.ts";

/** TAP that nobody sums up, as `bats` prints it where there is no terminal: from its first line to the end of the text. */
export const TAP_LINES: Format = {
  name: "tap",
  signs: JAVASCRIPT_SIGNS.tap,
  counts: /^((?:1\.\.\d|(?:not )?ok \d)[^]*)/gm,
  readLine: countLines,
};

const NO_COUNTS: Counts = { passed: undefined, failed: undefined };

/** All that each plan promises has to be there: of an output that was cut nobody knows the rest. */
function countLines(text: string): Counts {
  let sum = NO_COUNTS;
  for (const planned of text.split(/^(?=1\.\.)/m)) {
    const counts = countPlan(planned);
    if (counts === undefined) return NO_COUNTS;
    sum = addCounts(sum, counts);
  }
  return sum;
}

/**
 * Where something else follows, as what Test::More says of a broken end, the tests may have died behind the last that
 * passed; those that failed have failed.
 */
function countPlan(planned: string): Counts | undefined {
  const [, plan, lines = "", rest = ""] =
    /^1\.\.([1-9]\d*)((?:\n(?:ok|not ok|#(?! Looks like)| |TAP version)[^\n]*)*)([^]*)$/.exec(planned) ?? [];
  const tests = lines.match(/^(?:not )?ok \d[^\n]*/gm) ?? [];
  if (plan === undefined || tests.length !== Number(plan)) return undefined;
  const counted = tests.filter((test) => !/# (?:skip|todo)/i.test(test));
  const failed = counted.filter((test) => test.startsWith("not")).length;
  return failed === 0 && rest.trim() !== "" ? undefined : { passed: counted.length - failed, failed };
}
