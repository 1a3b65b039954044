import { describeRuns } from "../../../src/session/session_summary.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

/** Results of the command `t`, or of another one behind a blank, and what it printed; or a file behind "edit". */
const CASES = casesOf<[results: readonly string[], told: string | null, maxUnits?: number]>(
  import.meta.filename,
);

for (const [results, wanted, maxUnits = 200] of CASES) {
  Deno.test(`describeRuns() of ${results.join(", ")} in ${maxUnits} units`, () => {
    const actions = results.map((each) => {
      const [result, command = "t", ...counts] = each.split(" ");
      if (result === "edit") return { file: command, outcome: null, line: undefined };
      const outcome = result!.includes(":") ? result! : `tests:${result}`;
      const end = counts.join(" ") || (result === "pass" ? "passed" : "failed");
      return { file: null, outcome, line: `Ran \`${command}\`: ${end}` };
    });
    const facts = { project: "/p", actions };
    const told = (["tests", "builds"] as const).flatMap((kind) => describeRuns(facts, kind, maxUnits) ?? []);
    assertEquals(told, wanted === null ? [] : [wanted]);
  });
}
