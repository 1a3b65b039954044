import { type Format, format } from "./format.ts";

const CARGO = format(
  "cargo",
  "test result: |Suite result: |... FAILED|could not compile|error: test failed|error[E",
  () => ({
    sums: "parts",
    cases: { "test result: ok. 3 passed; 0 failed; 0 ignored": "pass 3/0", "test b ... FAILED": "fail b" },
    counts: /^(?:test|Suite) result: (?:ok|FAILED)\. (\d+ passed; \d+ failed; \d+ (?:ignored|skipped))/gm,
    fail:
      /^error(?:\[E\d+\]: |: (?:could not compile|(?:doc)?test failed|\d+ targets? failed|aborting))|^test \S[^\n]* \.\.\. FAILED$/m,
    first: [
      /^test (\S[^\n]*?) \.\.\. FAILED/m,
      /^---- (\S[^\n]*?) stdout ----/m,
      /^failures:\n {4}(\S+)$/m,
      /^\[FAIL[^\]\n]*\] (\S+)/m,
    ],
  }),
);

const GO = format(
  "go",
  'ok  \t|FAIL\t|--- FAIL|--- PASS|no test files|no tests to run|[build failed]|"Action"|DONE |SUCCESS!|FAIL!|panic: ',
  () => ({
    cases: { "ok  \tx\t0.1s": "pass", "--- FAIL: TestB (0.00s)\nFAIL\tx/b\t0.1s": "fail TestB" },
    counts:
      /^(?:DONE (\d+ tests?(?:, \d+ (?:skipped|failures?|errors?))*) in|(?:SUCCESS|FAIL)! -- (\d+ Passed \| \d+ Failed))/gm,
    fail: /^(?:--- FAIL: |FAIL(?:\t|$)|panic: |FAIL! --)|"Action":"fail"|\[(?:build|setup) failed\]$/m,
    pass:
      /^(?:ok +\t? *\S+\s+(?:\(cached\)|[\d.]+s)(?![^\n]*no tests to run)|PASS$(?!\nok )|SUCCESS! --|--- PASS: )|"Action":"pass"/m,
    none: /^testing: warning: no tests to run|^(?:\?|ok) [^\n]*\[no test(?:s to run| files)\]$/m,
    first: [
      /^ *--- FAIL: (\S+)/m,
      /^=== FAIL: (\S+ \S+)/m,
      /"fail","Package":"[^"]*","Test":"([^"]+)"/,
      /^FAIL\t(\S+)/m,
    ],
  }),
);

/** Rust, Go, C and C++, Zig, Swift. */
export const SYSTEMS: readonly Format[] = [
  CARGO,

  format("nextest", "tests run:|test run:|no tests to run", () => ({
    cases: { "     Summary [   0.007s] 2 tests run: 1 passed, 1 failed, 0 skipped": "fail 1/1" },
    counts:
      /^ *Summary \[[^\]\n]*\] +(?:\d+\/)?\d+ tests? run: (\d+ passed)(?: \([^)\n]*\))?(?:, (\d+ failed)(?: \([^)\n]*\))?)?(?:, (\d+ exec failed))?(?:, (\d+ timed) out)?/gm,
    none: /^error: no tests to run/m,
    fail: /^error: test run failed/m,
    first: [/^ *(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[[^\]\n]*\] (?:\([^)\n]*\) )?(\S[^\n]*)/m],
  })),
  GO,

  format("gtest", "[  PASSED  ]|[  FAILED  ]", () => ({
    cases: { "[  PASSED  ] 1 test.": "pass 1/0", "[  FAILED  ] 1 test, listed below:": "fail ?/1" },
    counts: /^\[ {2}(?:PASSED {2}\] (?<passed>\d+)|FAILED {2}\] (?<failed>\d+)) tests?[.,]/gm,
    fail: /^\[ {2}FAILED {2}\] \d+ tests?/m,
    pass: /^\[ {2}PASSED {2}\] [1-9]/m,
    first: [/^\[ {2}FAILED {2}\] (\S+\.\S+)/m],
  })),
  format("catch2", "test cases: |All tests passed (", () => ({
    cases: { "[doctest] test cases:  12 |  11 passed | 1 failed | 0 skipped": "fail 11/1" },
    counts: /test cases: +\d+ \| +(\d+ passed(?: \| +\d+ failed)?)/gm,
    fail: /test cases: [^\n]*\b[1-9]\d* failed/,
    pass: /^All tests passed \(/m,
    first: [/^(\S[^\n]*)\n-{20,}\n\S+:\d+\n/m],
  })),
  format("ctest", "tests passed|No tests were found|No test configuration", () => ({
    cases: { "50% tests passed, 1 tests failed out of 2": "fail 1/1" },
    counts: /^\d+% tests passed, (?<failed>\d+) tests? failed out of (?<total>\d+)/gm,
    none: /^No test(?:s were| configuration file) found/m,
    fail: /^The following tests FAILED:|^Errors while running CTest/m,
    first: [/^[ \t]*\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess|Not Run)/m],
  })),
  format("meson", "Ok: |Fail: ", () => ({
    cases: { "Ok:                 5": "pass 5/0", "Fail:               1": "fail 0/1" },
    counts: /^((?:Ok|Fail|Timeout): +\d+)/gm,
    first: [/^ *\d+\/\d+ (\S+(?: \/ \S+)*) +FAIL/m],
  })),
  format(
    "zig",
    "tests passed|test transitively failed| passed; |Build Summary:|error: the following",
    () => ({
      cases: { "3/3 tests passed": "pass 3/0", "3/5 tests passed; 1 skipped; 1 failed": "fail 3/1" },
      counts:
        /^(?:Build Summary: .*?(?=\d+\/\d+ tests passed)|All )?(?<passed>\d+)(?:\/(?<total>\d+))? (?:tests )?passed(?:; (?<skipped>\d+) skipped)?(?:; (?<failed>\d+) failed)?/gm,
      fail: /^error: (?:the following|\S[^\n]*test)|^\S+:\d+:\d+: error: |^Build Summary: .*\d+ failed/m,
      first: [
        /^error: '?([\w.]+)'? failed/m,
        /^\d+\/\d+ (\S+)\.\.\.FAIL/m,
        /^Test \[[\d/]+\] (\S[^\n]*?)\.\.\. FAIL/m,
      ],
    }),
  ),
  format("swift", "Executed |Test run with|** TEST|Testing failed", () => ({
    cases: { "** TEST SUCCEEDED **": "pass", "Testing failed:": "fail" },
    counts:
      /^[ \t]*(?:\S+ +Test run with ([1-9]\d* tests?)[^\n]{0,80} passed|(Executed [1-9]\d* tests?, with (?:\d+ tests? skipped and )?\d+ failures?))/gm,
    sums: "last",
    fail:
      /\*\* TEST FAILED \*\*|^\S+ +Test run with \d+ tests?[^\n]{0,80} failed|^Testing failed:|^error: Exited with unexpected signal|^Test Suite '(?:All|Selected) tests' failed/m,
    none: /^[ \t]*Executed 0 tests|Test run with 0 tests/m,
    pass: /\*\* TEST SUCCEEDED \*\*|^\S+ +Test run with [1-9]\d* tests?[^\n]{0,80} passed/m,
    first: [
      /: error: -?\[?([\w.]+ \w+)\]? :/m,
      /^Test Case '-?\[?([^\]'\n]+)\]?' failed/m,
      /^\S+ +Test "?([^"\n]+?)"?(?:\(\))? (?:failed|recorded an issue)/m,
    ],
  })),
  format("xcode", "** BUILD|** TEST|** ARCHIVE|** ANALYZE| Succeeded| Failed", () => ({
    cases: { "▸ Build Succeeded": "pass", "** TEST FAILED **": "fail" },
    // What stands without stars is said by `xcpretty` or `xcbeautify` behind a pipe.
    fail:
      /\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE)(?: BUILD)? (?:FAILED|INTERRUPTED) \*\*|^(?:▸ )?(?:Build|Test|Archive) Failed$/m,
    pass:
      /\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE)(?: BUILD)? SUCCEEDED \*\*|^(?:▸ )?(?:Build|Test|Archive) Succeeded$/m,
  })),
  format("bazel", "Executed |Build completed|Build did NOT|FAILED TO BUILD|Tests finished:", () => ({
    cases: { "Executed 1 out of 1 test: 1 test passes.": "pass 1/0", "Build did NOT complete": "fail" },
    counts:
      /^Tests finished: (Pass \d+\. Fail \d+)|^Executed \d+ out of \d+ tests?: ((?:\d+ (?:tests? )?(?:pass(?:es)?|fails?)[^\n]*?(?: and |\.|, ))+)/gm,
    fail: /Build did NOT complete|^\/\/\S+ +(?:\(cached\) )?FAILED|^ERROR: |fails? (?:locally|remotely)/m,
    pass: /Build completed successfully/,
    none: /^ERROR: No test targets were found/m,
    first: [/^(\/\/\S+) +(?:FAILED|TIMEOUT|FAILED TO BUILD)/m],
  })),
  format("automake", "# TOTAL: ", () => ({
    cases: { "# TOTAL: 2\n# PASS:  1": "pass 1/0", "# TOTAL: 2\n# PASS:  1\n# FAIL:  1": "fail 1/1" },
    counts: /^# ((?:PASS|FAIL|XPASS|ERROR): +\d+)$/gm,
    first: [/^FAIL:? (\S+)/m],
  })),
  format("boost", "*** ", () => ({
    cases: { "*** No errors detected": "pass", "*** 1 failure is detected": "fail" },
    fail: /^\*\*\* \d+ failures? (?:is|are) detected/m,
    pass: /^\*\*\* No errors detected/m,
  })),
];
