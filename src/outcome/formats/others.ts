import { atEnd, type Format, format } from "./format.ts";

/** Runners that few have: what they say counts where a pipe hides the exit code. */
export const OTHERS: readonly Format[] = [
  format("opa", "PASS: |FAIL: ", () => ({
    cases: { "PASS: 4/4": "pass 4/0", "FAIL: 1/4": "fail 0/1" },
    counts: /^((?:PASS|FAIL): \d+)\/\d+$/gm,
  })),
  format("conftest", " exceptions", () => ({
    cases: { "3 tests, 2 passed, 0 warnings, 1 failure, 0 exceptions, 0 skipped": "fail 2/1" },
    counts: /^(\d+ tests?, \d+ passed, )\d+ warnings?, (\d+ failures?)/gm,
  })),
  format("promtool", "Unit Testing: ", () => ({
    cases: { "Unit Testing:  r.yml\n  SUCCESS": "pass", "Unit Testing:  r.yml\n  FAILED:": "fail" },
    fail: /^ {2}FAILED:$/m,
    pass: /^ {2}SUCCESS$/m,
  })),
  format("dub", "unit tests have been run|passed unittests|unittest failure", () => ({
    cases: { "core.exception.AssertError@source/a.d(9): unittest failure": "fail" },
    fail: /: unittest failure$/m,
    pass: atEnd(/^\d+ modules passed unittests/, /^All unit tests have been run successfully/),
  })),
  format("odin", "All tests were successful|. 1 test failed| tests failed", () => ({
    cases: { "Finished 3 tests in 1.2ms. 1 test failed.": "fail 2/1" },
    counts: /^Finished (\d+ tests?) in [\d.]+[^\s.]+\. (?:All tests were successful|(\d+ tests? failed))/gm,
  })),
  format("vlang", "Summary for all V", () => ({
    cases: { "Summary for all V _test.v files: 1 failed, 3 passed, 4 total.": "fail 3/1" },
    counts: /^Summary for all V [^\n:]*: ((?:\d+ (?:failed|passed|skipped), )+)/gm,
  })),
  format("munit", "==> X ", () => ({
    cases: { "==> X a.ASuite.adds  0.02s munit.Fail": "fail a.ASuite.adds" },
    fail: /^==> X \S/m,
    first: [/^==> X (\S[^\n]*?) +[\d.]+m?s /m],
  })),
  format("kaocha", " assertions, ", () => ({
    cases: { "5 tests, 9 assertions, 1 failures.": "fail 4/1" },
    counts: /^(\d+ tests?, )\d+ assertions, ((?:\d+ errors?, )?(?:\d+ pending, )?\d+ failures?)\.$/gm,
    first: [/^(?:FAIL|ERROR) in (\S+)/m],
  })),
  format("phpspec", " example", () => ({
    cases: { "5 examples (5 passed)": "pass 5/0", "1 example (1 failed)": "fail 0/1" },
    counts: /^\d+ examples? \(([^)\n]*)\)/gm,
  })),
  format("wdio", "Spec Files:", () => ({
    cases: { "Spec Files:\t 1 passed, 1 failed, 2 total (100% completed) in 00:00:12": "fail" },
    fail: /^Spec Files:[^\n]* [1-9]\d* failed/m,
    pass: /^Spec Files:[^\n]* [1-9]\d* passed/m,
  })),
  format("nightwatch", "PASSED. |TEST FAILURE", () => ({
    cases: { "✨ PASSED. 12 total assertions (3s)": "pass", " ️TEST FAILURE (3s):  ": "fail" },
    fail: /TEST FAILURE \(/,
    pass: /^ *✨ PASSED\. \d+ total assertions/m,
  })),
  format("newman", "#  failure", () => ({
    cases: { "#  failure         detail": "fail" },
    fail: /^ *# {2}failure +detail/m,
  })),
  // To the blank, as it counts no skipped test, and scripts that sum up alike do.
  format("uvu", "Total: ", () => ({
    cases: { "  Total:     12\n  Passed:    11\n  Skipped:   0": "fail 11/1" },
    counts: /^ {2}Total: {5}(?<total>\d+)\n {2}Passed: {4}(?<passed>\d+)\n {2}Skipped: {3}\d+$/gm,
  })),
  format("stestr", " - Passed: | - Failed: ", () => ({
    cases: { " - Passed: 5": "pass 5/0", " - Failed: 1": "fail 0/1" },
    counts: /^ - ((?:Passed|Failed): \d+)$/gm,
  })),
  format("pants", " succeeded in | failed in ", () => ({
    cases: { "✕ src/b_test.py:tests failed in 1.0s.": "fail src/b_test.py:tests" },
    fail: /^✕ \S+:\S+ failed in /m,
    pass: /^✓ \S+:\S+ succeeded in /m,
    first: [/^✕ (\S+:\S+) failed/m],
  })),
  format("rcheck", "Status: ", () => ({
    cases: { "Status: OK": "pass", "Status: OK\nmore": "nothing", "Status: 1 ERROR": "fail" },
    fail: /^Status: \d+ ERROR/m,
    pass: atEnd(/^Status: OK$/, /^Status: \d+ (?:NOTE|WARNING)/),
  })),
  format("proper", " properties passed|Failed test cases", () => ({
    cases: { "===> 3/3 properties passed": "pass", "===> Failed test cases:": "fail" },
    fail: /^===> Failed test cases/m,
    pass: /^===> (\d+)\/\1 properties passed/m,
  })),
  format("inspec", "Test Summary: ", () => ({
    cases: { "Test Summary: 3 successful, 0 failures, 0 skipped": "pass 3/0" },
    counts: /^Test Summary: (\d+ successful, \d+ failures?)/gm,
  })),
  format("move", "Total tests: ", () => ({
    cases: { "Test result: FAILED. Total tests: 3; passed: 2; failed: 1": "fail 2/1" },
    counts: /^Test result: (?:OK|FAILED)\. Total tests: \d+; (passed: \d+; failed: \d+)/gm,
  })),
  format("starters", "fastlane|Tests have failed| Failed", () => ({
    // They start the runners.
    cases: { "1/3 Flow Failed": "fail", "fastlane.tools finished successfully": "pass" },
    fail: /^\[!\] Tests have failed|^\d+\/\d+ Flows? Failed$/m,
    pass: /fastlane\.tools finished successfully/,
  })),
];
