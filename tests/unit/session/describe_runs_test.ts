import { describeRuns } from "../../../src/session/session_summary.ts";
import { assertEquals } from "../../_support/assert.ts";

/** Results of the command `t`, or of another one behind a blank. */
const CASES: readonly (readonly [readonly string[], string | undefined])[] = [
  [["pass"], "passed: `t`"],
  [["pass", "pass"], "passed twice: `t`"],
  [["fail", "fail", "pass"], "failed twice, then passed: `t`"],
  [["fail", "pass", "fail", "pass", "fail", "pass"], "failed 3 times, then passed: `t`"],
  [["fail"], "failed: `t`"],
  [["fail", "fail", "fail"], "failed 3 times: `t`"],
  [["pass", "fail"], "passed, then failed: `t`"],
  [["fail", "pass", "unknown"], "failed once, then passed: `t`"],
  [["unknown"], undefined],
  [["fail u", "pass"], "passed: `t`"],
  [["fail u", "pass u", "pass"], "passed: `t`; failed once, then passed: `u`"],
  [["fail v", "pass v", "fail u", "fail u", "pass u", "pass"], "passed: `t`; failed twice, then passed: `u`"],
];

for (const [results, wanted] of CASES) {
  Deno.test(`describeRuns() of ${results.join(", ")}`, () => {
    const runs = results.map((each) => {
      const [result, command = "t"] = each.split(" ");
      return {
        outcome: `tests:${result}`,
        line: `Ran \`${command}\`: ${result === "pass" ? "passed" : "failed"}`,
      };
    });
    assertEquals(describeRuns(runs, "tests", 200), wanted);
    assertEquals(describeRuns(runs, "builds", 200), undefined);
  });
}

Deno.test("describeRuns() tells what came of the last run, where there is room", () => {
  const runs = [
    { outcome: "tests:fail", line: "Ran `t`: 1 failed; first: test_a" },
    { outcome: "tests:pass", line: "Ran `t`: 41 passed; committed “Fix a” — asked: “Fix it”" },
  ];
  assertEquals(describeRuns(runs, "tests", 200), "failed once, then passed: `t`: 41 passed");
  assertEquals(describeRuns(runs, "tests", 40), "failed once, then passed: `t`: 41 passed");
  assertEquals(describeRuns(runs, "tests", 30), "failed once, then passed: `t`");
  assertEquals(describeRuns([{ outcome: "tests:pass", line: undefined }], "tests", 99), "passed");
});
