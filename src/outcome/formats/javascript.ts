import { type Counts, type Format, format } from "./format.ts";

const JEST = format("jest", "Tests:|Test Suites:|Snapshots:|No tests found|FAIL |✕ ", () => ({
  sums: "once",
  cases: { "Tests: 3 passed, 3 total": "pass 3/0", "● adds\nTests: 1 failed, 3 total": "fail 2/1 adds" },
  counts: /^Tests:\s+(.*\d+ total)/gm,
  fail:
    /^(?:Test Suites|Snapshots):\s+[1-9]\d* failed|^Jest: "?global"? coverage threshold|● Test suite failed to run|^ *FAIL +\S+\.[cm]?[jt]sx?\b|^ *✕ /m,
  none: /^No tests found/m,
  first: [
    /^[ \t]*● (?!Console|Validation|Deprecation|Test suite failed)(\S[^\n]*)/m,
    /^[ \t]*FAIL +(\S[^\n]*)/m,
  ],
}));

const VITEST = format("vitest", "Test Files|No test files found|Tests  |FAIL |× |❯ ", () => ({
  sums: "once",
  cases: { " × adds 2ms\n Tests  1 failed | 3 passed (4)": "fail 3/1 adds" },
  counts: /^ *Tests +((?:\d+ (?:failed|passed|skipped|todo)[ |]*)+)(?:\(\d+\))?/gm,
  fail:
    /^ *Test Files +[1-9]\d* failed|^ *Errors +[1-9]\d* errors?|^ERROR: Coverage for|^ *FAIL +\S+\.[cm]?[jt]sx?\b/m,
  hint: /^ *× +\S+\.[cm]?[jt]sx?\b|^ *❯ \S+ \(\d+ tests? \| [1-9]\d* failed/m,
  none: /^No test files found|^ *Test Files +no tests/m,
  first: [/^ *FAIL +(\S+[^\n]* > [^\n]*)/m, /^ *(?:FAIL|×|✗) +(\S[^\n]*?)(?: \d+ms)?$/m],
}));

const MOCHA = format("mocha", " passing| failing|specs passed|✖|No test files found", () => ({
  cases: { "12 passing": "pass 12/0", "  1 failing\n\n  1) a": "fail 0/1 a" },
  sums: "once",
  counts:
    /^ *(\d+ passing)\b[^\n]*(?:\n *\d+ pending)?(?:\n *(\d+ failing)$)?|^ *(\d+ (?:passing|failing))\b/gm,
  fail: /✖ +\d+ of \d+ failed|^ERROR: Coverage for/m,
  pass: /✔ +All specs passed!/,
  none: /^Error: No test files found/m,
  first: [/^ {2}1\) (\S[^\n]*(?:\n +[^\n]*[^:\n]:$|(?:\n {7,}\S[^\n]*[^:\n]$){0,8}\n {7,}\S[^\n]*:$)?)/m],
}));

const NODE = format("node", "# tests |ℹ tests |# pass |ℹ pass |# fail |ℹ fail ", () => ({
  cases: { "ℹ pass 1": "pass 1/0", "ℹ fail 1": "fail 0/1" },
  sums: "once",
  counts: /^[#ℹ] (pass +\d+)\n[#ℹ] (fail +\d+)$|^[#ℹ] ((?:pass|fail|ok) +\d+)$/gm,
  fail: /^(?:[#ℹ] cancelled [1-9]|ERROR: Coverage for)/m,
  first: [
    /^ *not ok \d+ - (\S[^\n]*?)(?: # .*)?$/m,
    /^ *✖ (?!failing tests)(\S[^\n]*?)(?: \([\d.]+ms\))?$/m,
  ],
}));

export const JAVASCRIPT: readonly Format[] = [
  JEST,
  VITEST,
  MOCHA,
  NODE,

  format(
    "tap",
    "ok 1|not ok|Result: |# failed|# pass |# { total|All tests successful|Bail out!|# Looks like| tests, |1..|ing:  ",
    () => ({
      cases: { "# pass 1": "pass 1/0", "not ok 2 rounds": "fail rounds", "1..2\nok 1 a\nok 2 b": "pass 2/0" },
      counts:
        /^(?: ?(\d+ tests?, \d+ failures?(?:, \d+ skipped)?)|# ((?:pass|fail) +\d+)$|# \{ total: \d+, ((?:pass|fail): \d+(?:, fail: \d+)?)| {2}((?:passing|failing): +\d+)$)/gm,
      count: countTapLines,
      fail: /^not ok \d(?![^\n]*# (?:TODO|SKIP))|^Result: FAIL|^# failed [1-9]/m,
      hint: /^Bail out!|^# Looks like (?:your test exited|you planned)/m,
      pass: /^Result: PASS|^All tests successful|^# ok$/m,
      none: /^Result: NOTESTS|^1\.\.0/m,
      first: [
        /^not ok \d+ (?:- )?(?![^\n]*# (?:TODO|SKIP))(\S[^\n]*)/m,
        /^ ✗ (\S[^\n]*)/m,
        /^# {3}Failed test '([^\n]*)'$/m,
        /^(\S+\.t) +\(Wstat: [^\n]* Failed: [1-9]/m,
      ],
    }),
  ),
  format("wtr", " test files |Finished running tests|Error while running tests", () => ({
    cases: { "2/2 test files | 5 passed, 0 failed": "pass 5/0", "Error while running tests.": "fail" },
    counts: /(?<!\d)\d{1,6}\/\d{1,6} test files \| (\d+ passed, \d+ failed)/g,
    fail: /^Finished running tests in [^\n]{1,40} with [^\n]*failed|^Error while running tests/m,
    pass: /^Finished running tests in [^\n]* all tests passed!/m,
    first: [/^ *(?:❌|\ud800\udd02) (\S[^\n]*)/m],
  })),
  format("workspace", "Successfully ran target| successful, ", () => ({
    // What all tasks of a workspace came to; one that failed is told among the builds.
    cases: { " Tasks:    2 successful, 2 total": "pass" },
    pass: /NX +Successfully ran target|^ *Tasks: +(\d+) successful, \1 total/m,
  })),
  format(
    "ava",
    "tests passed|test passed|test failed|tests failed|uncaught exception|unhandled rejection|find any files to test",
    () => ({
      cases: { "  1 test passed": "pass 1/0", "  1 test failed": "fail ?/1" },
      counts:
        /^ {2}(?:(?<failed>\d+) tests? failed|(\d+ (?:tests?|hooks?|known failures?|uncaught exceptions?) (?:passed|failed)))/gm,
      fail: /^ {2}✘ .*(?:exited|timed out)|^ {2}\d+ (?:uncaught exception|unhandled rejection)/m,
      none: /^ {2}✘ Couldn’t find any files to test/m,
      first: [/^ {2}✘ (?:\[fail\]: )?(\S[^\n]*)/m],
    }),
  ),
  format("karma", "Executed | specs, |TOTAL: ", () => ({
    cases: { "TOTAL: 1 FAILED, 4 SUCCESS": "fail 4/1", "Executed 5 of 5 SUCCESS": "pass 5/0" },
    counts:
      /(?<!\d)(\d{1,9} specs?, \d+ failures?(?:, \d+ pending[^\n]*)?)|^TOTAL: (\d+ [A-Z]+(?:, \d+ [A-Z]+)*)|Executed (?<total>\d{1,9}) of \d{1,9} (?:\((?:(?<failed>\d+) FAILED)?[^)\n]{0,99}\)|SUCCESS)/gm,
    sums: "last",
    none: /Executed 0 of 0|No specs found/,
    first: [/^[^\n]{0,120}\(?[A-Z][\w .]{1,80}\)? (\S[^\n]*) FAILED$/m, /^1\) (\S[^\n]*)/m],
  })),
  format("cypress", "specs passed!| failed (", () => ({
    cases: { "  ✖  1 of 3 failed (33%)   00:12   9   8   1": "fail 8/1" },
    counts:
      /^ +[✔✖] +(?:All specs passed!|\d+ of \d+ failed \(\d+%\)) +[\d:]+(?:ms)? +\d+ +(?<passed>\d+|-) +(?<failed>\d+|-)/gm,
    fail: /✖ +\d+ of \d+ failed/m,
    pass: /✔ +All specs passed!/,
  })),
  { ...MOCHA, name: "cypress" }, // what each spec sums up, where the table was cut off
  format("playwright", " passed (| failed (| failed\n| flaky|No tests found", () => ({
    cases: { "  3 passed (2.1s)": "pass 3/0", "  1 failed": "fail 0/1" },
    counts: /^ {1,2}(\d+ (?:passed|failed|skipped|flaky|interrupted))(?: \([\d.]+m?s?m?\))?$/gm,
    none: /^Error: No tests found/m,
    fail: /^ {1,2}\d+\/\d+ failed/m,
    first: [/^ {2}1\) (\S[^\n]*?)(?: ─+)?$/m, /^ {4}(\[[^\]\n]+\] › \S[^\n]*?)(?: ─+)?$/m],
  })),
  format("deno", "error: Test failed| passed |No test modules", () => ({
    sums: "once",
    cases: { "ok | 9 passed | 0 failed (1s)": "pass 9/0", "error: Test failed": "fail" },
    counts: /^(?:ok|FAILED) \| ([^\n]*)/gm,
    none: /^error: No test modules found/m,
    fail: /^error: Test failed\s*$(?![^])/m, // by the last line: a test may print it
    first: [
      /^ ERRORS \n+(\S[^\n]*?) => /m,
      /^ FAILURES\s+(\S[^\n]*?) => /m,
      /^(\S[^\n]*?) \.\.\. (?:\n[^\n]*)?FAILED/m,
    ],
  })),
  format("bun", " pass\n| fail\n|(fail) |No tests found!", () => ({
    sums: "once",
    cases: { " 1 pass": "pass 1/0", " 1 fail": "fail 0/1" },
    counts: /^ *(\d+ pass)\n(?: *\d+ (?:skip|todo)\n){0,2} *(\d+ fail)$|^ *(\d+ (?:pass|fail))$/gm,
    none: /^No tests found!/m,
    fail: /^error: script "[^"\n]*" exited with code [1-9]/m,
    first: [/^(?:\(fail\)|✗) (\S[^\n]*?)(?: \[[\d.]+ms\])?$/m],
  })),
];

/**
 * TAP that nobody sums up, as `bats` prints it where there is no terminal. All that each plan promises has to be there:
 * of an output that was cut nobody knows the rest.
 */
function countTapLines(text: string): Counts | undefined {
  const start = text.search(/^(?:1\.\.\d|(?:not )?ok \d)/m);
  if (start < 0) return undefined;
  const plans = text.slice(start).split(/^(?=1\.\.)/m).map(countPlan);
  let [passed, failed] = [0, 0];
  for (const counts of plans) {
    if (counts === undefined) return undefined;
    passed += counts.passed;
    failed += counts.failed;
  }
  return { passed, failed };
}

/** Behind something else, such as what Test::More says of a broken end, only a failure is sure. */
function countPlan(planned: string): { passed: number; failed: number } | undefined {
  const [, plan, lines = "", rest = ""] =
    /^1\.\.([1-9]\d*)((?:\n(?:ok|not ok|#(?! Looks like)| |TAP version)[^\n]*)*)([^]*)$/.exec(planned) ?? [];
  const tests = lines.match(/^(?:not )?ok \d[^\n]*/gm) ?? [];
  if (plan === undefined || tests.length !== Number(plan)) return undefined;
  const counted = tests.filter((test) => !/# (?:skip|todo)/i.test(test));
  const failed = counted.filter((test) => test.startsWith("not")).length;
  return failed === 0 && rest.trim() !== "" ? undefined : { passed: counted.length - failed, failed };
}
