import type { Counts } from "../read_counts.ts";
import type { Format } from "./format.ts";
import { JAVASCRIPT_SIGNS } from "./signs_javascript.ts";

/** TAP that nobody sums up, as `bats` prints it where there is no terminal. */
export const TAP_LINES: Format = {
  name: "tap",
  signs: JAVASCRIPT_SIGNS.tap,
  counts: /^(1\.\.[1-9]\d*(?:\n(?:ok|not ok|#| )[^\n]*)+)/gm,
  readLine: countLines,
};

/** All that the plan promises have to be there: of an output that was cut nobody knows the rest. */
function countLines(lines: string): Counts {
  const tests = lines.match(/^(?:not )?ok \d[^\n]*/gm) ?? [];
  if (tests.length !== Number(/\d+$/m.exec(lines)?.[0])) return { passed: undefined, failed: undefined };
  const counted = tests.filter((test) => !/# (?:skip|todo)/i.test(test));
  const failed = counted.filter((test) => test.startsWith("not")).length;
  return { passed: counted.length - failed, failed };
}
