import { describeRuns } from "../../../src/session/session_summary.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

/** Results of the command `t`, or of another one behind a blank, and what the runner counted. */
const CASES = casesOf<[results: readonly string[], told: string | null]>(import.meta.filename);

for (const [results, wanted] of CASES) {
  Deno.test(`describeRuns() of ${results.join(", ")}`, () => {
    const runs = results.map((each) => {
      const [result, command = "t", ...counts] = each.split(" ");
      const end = counts.join(" ") || (result === "pass" ? "passed" : "failed");
      return { outcome: `tests:${result}`, line: `Ran \`${command}\`: ${end}` };
    });
    assertEquals(describeRuns(runs, "tests", 200) ?? null, wanted);
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
