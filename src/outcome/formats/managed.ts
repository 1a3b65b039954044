import { type Format, format } from "./format.ts";

/** The JVM, .NET, Ruby, PHP, the BEAM, Dart, Haskell and the rest. */
export const MANAGED: readonly Format[] = [
  format("maven", "Tests run:|BUILD |No tests |[Help 1]", () => ({
    cases: { "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0": "fail 2/1", "BUILD SUCCESS": "pass" },
    counts: /^(?:\[(?:INFO|ERROR|WARNING)\] )?(Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+)$/gm,
    fail:
      /^(?:\[(?:INFO|ERROR)\] )?BUILD (?:FAILURE|FAILED)|^\[ERROR\] (?:-> )?\[Help 1\]|There (?:are|were) test failures/m,
    pass: /^(?:\[INFO\] )?BUILD SUCCESS/m,
    none: /No tests (?:to run|were executed|matching)/,
    first: [
      /^\[ERROR\] +([\w.$]+\.\w+)(?::\d+|\(|  ?Time elapsed| --)/m,
      /^\[ERROR\] (\S+\.java:\[\d+,\d+\][^\n]*)/m,
    ],
  })),
  format("gradle", "BUILD SUCCESSFUL|BUILD FAILED| tests completed| test completed", () => ({
    cases: {
      "BUILD SUCCESSFUL": "pass",
      "CartTest > rounds FAILED\nBUILD FAILED in 5s": "fail CartTest > rounds",
      "> No tests found for given includes: [x]\nBUILD FAILED in 1s": "none",
    },
    counts: /^(\d+ tests? completed(?:, \d+ (?:failed|skipped))*)/gm,
    fail: /^(?:> )?(?:BUILD FAILED|FAILURE: Build failed|Task :\S*[tT]est\S* FAILED)/m,
    pass: /^BUILD SUCCESSFUL/m,
    calledOff: /No tests found for given includes/,
    none: /^> Task :\S*[tT]est NO-SOURCE/m,
    first: [
      /^([\w.$]+ > \S[^\n]*?) FAILED$/m,
      /^e: (\S[^\n]*)/m,
      /^(\S+\.(?:java|kt):\d+: error: [^\n]*)/m,
    ],
  })),
  format(
    "dotnet",
    "Passed!|Failed!|Total tests:|Test summary:|Build succeeded|Build FAILED|No test |Test Run |.dll (net|Error(s)|: error ",
    () => ({
      cases: {
        "Passed! - Failed: 0, Passed: 3": "pass 3/0",
        "Échoué! - échec : 1, réussite : 2, total : 3 - a.dll (net8.0)": "fail 2/1",
        "Build FAILED.": "fail",
      },
      counts:
        /^(?: *[^\s!]+ ?! +[-:] [^\d\n]+: +(?<failed>\d+), [^\d\n]+: +(?<passed>\d+)(?=, [^\n]*\.dll)| *(?:Passed|Failed)! +- (Failed: +\d+, Passed: +\d+)|Test summary: (total: \d+, failed: \d+, succeeded: \d+, skipped: \d+)|(Total tests: \d+\s+(?:(?:Passed|Failed|Skipped): \d+\s+)+))/gm,
      fail:
        /^Test Run (?:Failed|Aborted)|^Build FAILED|^ +[1-9]\d* Error\(s\)|: error (?:CS|MSB|NETSDK|NU|FS|BC)\d+|: error : The (?:total|minimum|average) |^Build failed with/m,
      pass: /^Test Run Successful|^Build succeeded|^ +0 Error\(s\)/m,
      none: /^No test (?:is available|matches)/m,
      first: [
        /^ *(?:Failed|\[xUnit[^\]\n]*\]) +(\S[^\n]*?) (?:\[[\d<>. ]+m?s\]|\[FAIL\])/m,
        /^ *(\S+ : error \w+: [^\n]*)/m,
        /^(\S+\(\d+,\d+\): error \w+: [^\n]*)/m,
      ],
    }),
  ),
  format("exunit", " tests, | test, |doctest|no tests to run|No stale tests| passed, no failures", () => ({
    cases: { "1 test, 0 failures": "pass 1/0", "4 tests, 1 failure": "fail 3/1" },
    counts:
      /^((?:\d+ (?:doctests?|propert(?:y|ies)|features?), )*\d+ tests?, (?:\d+|no) failures?(?:, \d+ (?:excluded|skipped|invalid))*)/gm,
    fail:
      /^\*\* \(\w*(?:Compile|Syntax|Undefined|Token)\w*Error\)|^== Compilation error|^Coverage test failed/m,
    pass: /^\d+ passed, no failures/m,
    none: /^There are no tests to run|^No stale tests/m,
    first: [/^ {2}1\) (?:test |doctest |property )?(\S[^\n]*)/m],
  })),
  format("rspec", " example|rspec ./|outside of examples", () => ({
    sums: "once",
    cases: { "rspec ./spec/a_spec.rb:9 # A b": "fail ./spec/a_spec.rb:9 # A b" },
    counts: /^(\d+ examples?, \d+ failures?(?:, \d+ (?:errors?|pending))*)/gm,
    fail: /errors? occurred outside of examples|^SimpleCov failed with exit/m,
    hint: /^rspec \.\/\S+ # /m,
    none: /^No examples found/m,
    first: [/^rspec (\S+(?: # [^\n]*)?)/m, /^ {2}1\) (\S[^\n]*)/m],
  })),
  format("minitest", " assertions, ", () => ({
    cases: { "3 runs, 3 assertions, 1 failures, 0 errors, 0 skips": "fail 2/1" },
    counts: /^(\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors(?:, \d+ (?:skips|pendings))?)/gm,
    fail: /^SimpleCov failed with exit/m,
    first: [/^(?: *1\) )?(?:Failure|Error):\s+(\S+#\S+?)(?: \[|:|\s*$)/m],
  })),
  format("phpunit", "OK (|Tests: |No tests executed|OK, but", () => ({
    sums: "once",
    cases: { "OK (5 tests, 9 assertions)": "pass 5/0", "Tests: 7, Assertions: 12, Errors: 1.": "fail 6/1" },
    counts:
      /^(?:OK \((\d+ tests?), |(Tests: \d+, Assertions: \d+(?:, (?:Errors|Failures|Warnings|Skipped|Incomplete|Risky|Deprecations|Notices|PHPUnit \w+): \d+)*))/gm,
    fail: /^(?:FAILURES|ERRORS)!/m,
    none: /^No tests executed!/m,
    first: [/^1\) (\S[^\n]*)/m],
  })),
  format("pest", "Tests: ", () => ({
    cases: { "  ⨯ it totals\n  Tests:    1 failed, 11 passed (30 assertions)": "fail 11/1 it totals" },
    counts: /^ {2}Tests: +((?:\d+ \w+,? ?)+)\(/gm,
    fail: /^ +FAIL +Code coverage below expected/m,
    none: /No tests found/,
    first: [/^ +FAILED +(\S[^\n]*?)(?: {2,}[^\n]*)?$/m, /^ +⨯ (\S[^\n]*?)(?: {2,}[\d.]+s)?$/m],
  })),
  format("flutter", "🎉 |All tests passed!|Some tests failed.|No tests ran|No tests match", () => ({
    cases: { "00:02 +4: All tests passed!": "pass 4/0", "00:02 +4 -1: Some tests failed.": "fail 4/1" },
    counts:
      /^\d\d:\d\d \+(?<passed>\d+)(?: ~\d+)?(?: -(?<failed>\d+))?: (?:All tests passed|Some tests (?:failed|skipped))|^\ud83c\udf89 (\d+) tests? (passed)\./gm,
    sums: "last",
    fail: /Some tests failed\.|^Compilation failed|Failed to load "/m,
    pass: /All tests passed!/,
    none: /^No tests (?:ran|match)/m,
    first: [/^\d\d:\d\d \+\d+(?: ~\d+)? -1: (?:[^\n]*?\.dart: )?(\S[^\n]*?) \[E\]/m],
  })),
  format(
    "sbt",
    "[info] Passed:|[error] Failed:|[error] Error:|[success]|targets failed|tasks failed|Tests: succeeded|, Passed: |*** FAILED ***|[error] (",
    () => ({
      cases: { "[error] Failed: Total 3, Failed 1, Errors 0, Passed 2": "fail 2/1" },
      counts:
        /^\[(?:info|error)\] (?:Passed|Failed|Error): (Total \d+, Failed \d+, Errors \d+, Passed \d+)/gm,
      fail: /^\d+ (?:targets|tasks) failed|^\[error\] (?:\(|Failed tests:|\S[^\n]*\.scala:\d+)/m,
      pass: /^\[success\]/m,
      none: /^\[info\] No tests (?:to run|were executed)/m,
      first: [/^\[info\] - (\S[^\n]*?) \*\*\* FAILED \*\*\*/m, /^\[error\] Test (\S+) failed/m],
    }),
  ),
  format(
    "sbt",
    "[info] Passed:|[error] Failed:|[error] Error:|[success]|targets failed|tasks failed|Tests: succeeded|, Passed: |*** FAILED ***|[error] (",
    () => ({
      // Counted by ScalaTest, where sbt's own line was cut off, or by Mill.
      cases: { "Tests: 5, Passed: 5, Failed: 0": "pass 5/0" },
      counts:
        /^\[(?:info|error)\] Tests: (succeeded \d+, failed \d+)|^(Tests: \d+, Passed: \d+, Failed: \d+)$/gm,
    }),
  ),
  format(
    "haskell",
    "Error: [|Test suite |tests passed|tests failed|test suites|Failures: |Completed ",
    () => ({
      cases: { "All 3 tests passed": "pass 3/0", "2 out of 5 tests failed": "fail 3/2" },
      counts:
        /^(\d+ examples?, \d+ failures?|All \d+ tests passed|(?:Cases|Examples): \d+ +Tried: \d+ +Errors: \d+ +Failures: \d+)|^(?<failed>\d+) out of (?<total>\d+) tests failed/gm,
      fail:
        /^Test suite \S+: FAIL|^Error: \[(?:S|Cabal)-\d+\]|Test suite failure for package|^(?!(\d+) of \1 )\d+ of \d+ test suites|^\S+\.hs:\d+:\d+: error/m,
      pass: /^Test suite \S+: PASS|^(\d+) of \1 test suites|\> Test suite \S+ passed|^Completed \d+ action/m,
      first: [/^ {2}1\) (\S[^\n]*)/m, /^### Failure in: (\S[^\n]*)/m, /^ *(\S[^\n]*?): +FAIL/m],
    }),
  ),
  format("busted", " success", () => ({
    cases: { "12 successes / 1 failure / 0 errors / 0 pending : 0.1 seconds": "fail 12/1" },
    counts: /^(\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors?)/gm,
    first: [/^(?:Failure|Error) → (\S[^\n]*)/m],
  })),
  format("testthat", "[ FAIL ", () => ({
    cases: { "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 5 ]": "fail 5/1" },
    counts: /^\[ (FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+) \]/gm,
    sums: "last",
    first: [/^── (?:Failure|Error) \(([^)\n]*\)[^\n]*?) ─+/m],
  })),
  format("eunit", "tests passed|Failed: |test passed| tests, |Passed |Failed ", () => ({
    cases: { "  All 2 tests passed.": "pass 2/0", "Failed 1 tests. Passed 2 tests": "fail 2/1" },
    counts:
      /^[ \t]*(?:All )?(\d+ tests passed|\d+ tests, \d+ failures|Failed: \d+\.\s+Skipped: \d+\.\s+Passed: \d+)|^(Failed \d+ tests\. )(?:Skipped \d+ \(\d+, \d+\) tests\. )?(Passed \d+ tests)/gm,
    fail: /^Failed \d+ tests/m,
    first: [/^ {2}1\) (\S[^\n]*?)(?:: module |$)/m, /^%%% (\S+ ==> \S+): FAILED$/m],
  })),
  format("alcotest", " run.", () => ({
    cases: { "1 failure! in 0.001s. 6 tests run.": "fail 5/1" },
    counts: /^(?:Test Successful|(\d+ (?:error|failure)s?)!) in [\d.]+s\. (\d+ tests?) run\./gm,
    first: [/^│ \[FAIL\] +(\S[^\n]*?) *│$/m],
  })),
  format("lein", " containing |Tests failed.", () => ({
    cases: { "Tests failed.": "fail" },
    counts: /^Ran (\d+ tests) containing \d+ assertions\.\n(\d+ failures, \d+ errors)/gm,
    hint: /^Tests failed\.$/m,
    first: [/^FAIL in \((\S+?)\)/m, /^ERROR in \((\S+?)\)/m],
  })),
  format("julia", "Test Summary:| tests passed|did not pass", () => ({
    cases: { "     Testing Shop tests passed": "pass", "Test Summary: | Fail  Total  Time": "fail" },
    counts:
      /Some tests did not pass: (\d+ passed, \d+ failed)|^Test Summary: +\| +(Pass) +Total[^\n]*\n[^|\n]*\| +(\d+)/gm,
    // A table has these columns only where there is something to put in.
    fail:
      /^ERROR: LoadError|^(?:\[\d+\] )?signal \(?\d|^Test Summary: +\|[^\n]* (?:Fail|Error) |Some tests did not pass|errored during testing/m,
    pass: /^ *Testing \S+ tests passed/m,
    first: [/^(\S[^\n]*): Test Failed at/m],
  })),
  format("elm", "TEST RUN", () => ({
    cases: { "TEST RUN PASSED": "pass", "✗ adds\nTEST RUN FAILED": "fail adds" },
    counts: /^((?:Passed|Failed): +\d+)/gm,
    fail: /^TEST RUN (?:FAILED|INCOMPLETE)/m,
    pass: /^TEST RUN PASSED/m,
    first: [/^✗ (\S[^\n]*)/m],
  })),
  format("nim", "xecution |Success: All tests|[OK]|[FAILED]|[Suite]", () => ({
    cases: { "  [OK] adds": "pass", "  [FAILED] rounds": "fail rounds" },
    fail: /^ *\[FAILED\]|^ *Error: +Execution failed|^Error: execution of an external program failed/m,
    pass: /^ *\[OK\]|^ *Success: All tests passed/m,
    first: [/^ *\[FAILED\] (\S[^\n]*)/m],
  })),
  format("forge", "Encountered |total tests)|Compiler run failed", () => ({
    cases: { "Ran 1 test suite: 4 tests passed, 1 failed, 0 skipped (5 total tests)": "fail 4/1" },
    counts: /^Ran \d+ test suites?[^\n:]*: (\d+ tests passed, \d+ failed, \d+ skipped)/gm,
    fail: /^Encountered (?:a total of )?\d+ failing tests?|Compiler run failed/m,
    first: [/^\[FAIL[^\]\n]*\] (\S+)/m],
  })),
  format("plain", " succeeded| passed| failed|assed:|ailed:|PASS:|FAIL:", () => ({
    // Nobody's in particular: what a program of the project itself prints. Behind all others.
    cases: { "12 passed, 1 failed": "fail 12/1", "PASS: 12  FAIL: 0": "pass 12/0" },
    counts:
      /^[^\n\d]{0,40}?(\d+ (?:\w+ )?(?:passed|ok|failed)(?:,|;| and| \/| \|)? +\d+ (?:\w+ )?(?:passed|ok|failed|failures?)|pass(?:ed)?[:=] *\d+[,;|]? +fail(?:ed)?[:=] *\d+|fail(?:ed)?[:=] *\d+[,;|]? +pass(?:ed)?[:=] *\d+)|(?<=\d test cases?: )((?:\d+ (?:failed|succeeded)(?:, )?)+)/gim,
  })),
];
