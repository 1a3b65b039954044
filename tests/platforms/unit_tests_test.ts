import { assertEquals } from "../_support/assert.ts";
import { judge, readReport } from "./unit_tests.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="5" failures="3" errors="0" time="0.019">
    <testsuite name=".\\tests\\unit\\a_test.ts" tests="4" disabled="1" errors="0" failures="2">
        <testcase name="reads &lt;b&gt; &amp; &quot;c&quot;" classname="a" time="0.001" line="1" col="6">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="is left out" classname="a" time="0.000" line="2" col="6">
            <skipped/>
        </testcase>
        <testcase name="passes" classname="a" time="0.000" line="3" col="6"/>
        <testcase name="passes &gt; its step" classname="a" time="0.000" line="3" col="9"/>
    </testsuite>
    <testsuite name="file:///C:/src/tests/unit/b_test.ts" tests="2" errors="0" failures="1">
        <testcase name="has steps" classname="b" time="0.001" line="1" col="6">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="has steps &gt; one" classname="b" time="0.000" line="1" col="55">
            <failure message="Error: no
way">at line 1</failure>
        </testcase>
    </testsuite>
</testsuites>`;

Deno.test("readReport() counts tests, not steps, and names what failed by file and name", () => {
  const { passed, failed } = readReport(REPORT);
  assertEquals(passed, 1);
  assertEquals([...failed], [
    ['tests/unit/a_test.ts: reads <b> & "c"', "1 test step failed"],
    ["tests/unit/b_test.ts: has steps", "Error: no"],
  ]);
});

Deno.test("judge() tells what nobody excused, and which excuse is needless", () => {
  const excuses = [{
    why: "no pipes",
    tests: ["tests/unit/b_test.ts: has steps", "tests/unit/b_test.ts: gone"],
  }];
  assertEquals(judge(readReport(REPORT), excuses), {
    unexpected: ['tests/unit/a_test.ts: reads <b> & "c": 1 test step failed'],
    needless: ["tests/unit/b_test.ts: gone"],
  });
});
