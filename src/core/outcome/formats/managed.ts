import type { Format } from "./format.ts";
import { MANAGED_SIGNS } from "./signs_managed.ts";
import { withSpecialLines } from "./with_special_lines.ts";

/** The JVM, .NET, Ruby, PHP, the BEAM, Dart, Haskell and the rest. */
export const MANAGED: readonly Format[] = [
  ...withSpecialLines([
    {
      name: "maven",
      signs: MANAGED_SIGNS.maven,
      counts:
        /^(?:\[(?:INFO|ERROR|WARNING)\] )?(Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+)$/gm,
      fail:
        /^(?:\[(?:INFO|ERROR)\] )?BUILD (?:FAILURE|FAILED)|^\[ERROR\] (?:-> )?\[Help 1\]|There (?:are|were) test failures/m,
      pass: /^(?:\[INFO\] )?BUILD SUCCESS/m,
      none: /No tests (?:to run|were executed|matching)/,
      first: [
        /^\[ERROR\] +([\w.$]+\.\w+)(?::\d+|\(|  ?Time elapsed| --)/m,
        /^\[ERROR\] (\S+\.java:\[\d+,\d+\][^\n]*)/m,
      ],
    },
    {
      name: "gradle",
      signs: MANAGED_SIGNS.gradle,
      counts: /^(\d+ tests? completed(?:, \d+ (?:failed|skipped))*)/gm,
      fail: /^(?:> )?(?:BUILD FAILED|FAILURE: Build failed|Task :\S*[tT]est\S* FAILED)/m,
      pass: /^BUILD SUCCESSFUL/m,
      none: /^> Task :\S*[tT]est NO-SOURCE|No tests found for given includes/m,
      first: [
        /^([\w.$]+ > \S[^\n]*?) FAILED$/m,
        /^e: (\S[^\n]*)/m,
        /^(\S+\.(?:java|kt):\d+: error: [^\n]*)/m,
      ],
    },
    {
      name: "dotnet",
      signs: MANAGED_SIGNS.dotnet,
      counts:
        /^(?: *[^\s!]+ ?! +[-:] ([^\d\n]+: +\d+, [^\d\n]+: +\d+)(?=, [^\n]*\.dll)| *(?:Passed|Failed)! +- (Failed: +\d+, Passed: +\d+)|Test summary: (total: \d+, failed: \d+, succeeded: \d+, skipped: \d+)|(Total tests: \d+\s+(?:(?:Passed|Failed|Skipped): \d+\s+)+))/gm,
      fail:
        /^Test Run (?:Failed|Aborted)|^Build FAILED|^ +[1-9]\d* Error\(s\)|: error (?:CS|MSB|NETSDK|NU|FS|BC)\d+|: error : The (?:total|minimum|average) |^Build failed with/m,
      pass: /^Test Run Successful|^Build succeeded|^ +0 Error\(s\)/m,
      none: /^No test (?:is available|matches)/m,
      first: [
        /^ *(?:Failed|\[xUnit[^\]\n]*\]) +(\S[^\n]*?) (?:\[[\d<>. ]+m?s\]|\[FAIL\])/m,
        /^ *(\S+ : error \w+: [^\n]*)/m,
        /^(\S+\(\d+,\d+\): error \w+: [^\n]*)/m,
      ],
    },
    {
      name: "exunit",
      signs: MANAGED_SIGNS.exunit,
      counts:
        /^((?:\d+ (?:doctests?|propert(?:y|ies)|features?), )*\d+ tests?, (?:\d+|no) failures?(?:, \d+ (?:excluded|skipped|invalid))*)/gm,
      fail:
        /^\*\* \(\w*(?:Compile|Syntax|Undefined|Token)\w*Error\)|^== Compilation error|^Coverage test failed/m,
      pass: /^\d+ passed, no failures/m,
      none: /^There are no tests to run|^No stale tests/m,
      first: [/^ {2}1\) (?:test |doctest |property )?(\S[^\n]*)/m],
    },
    {
      name: "rspec",
      isSummedOnce: true,
      signs: MANAGED_SIGNS.rspec,
      counts: /^(\d+ examples?, \d+ failures?(?:, \d+ (?:errors?|pending))*)/gm,
      fail: /errors? occurred outside of examples|^SimpleCov failed with exit/m,
      failUncounted: /^rspec \.\/\S+ # /m,
      none: /^No examples found/m,
      first: [/^rspec (\S+(?: # [^\n]*)?)/m, /^ {2}1\) (\S[^\n]*)/m],
    },
    {
      name: "minitest",
      signs: MANAGED_SIGNS.minitest,
      counts:
        /^(\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors(?:, \d+ (?:skips|pendings))?)/gm,
      fail: /^SimpleCov failed with exit/m,
      first: [/^(?: *1\) )?(?:Failure|Error):\s+(\S+#\S+?)(?: \[|:|\s*$)/m],
    },
    {
      name: "phpunit",
      isSummedOnce: true,
      signs: MANAGED_SIGNS.phpunit,
      counts:
        /^(?:OK \((\d+ tests?), |(Tests: \d+, Assertions: \d+(?:, (?:Errors|Failures|Warnings|Skipped|Incomplete|Risky|Deprecations|Notices|PHPUnit \w+): \d+)*))/gm,
      fail: /^(?:FAILURES|ERRORS)!/m,
      none: /^No tests executed!/m,
      first: [/^1\) (\S[^\n]*)/m],
    },
    {
      name: "pest",
      signs: MANAGED_SIGNS.pest,
      counts: /^ {2}Tests: +((?:\d+ \w+,? ?)+)\(/gm,
      fail: /^ +FAIL +Code coverage below expected/m,
      none: /No tests found/,
      first: [/^ +FAILED +(\S[^\n]*?)(?: {2,}[^\n]*)?$/m, /^ +⨯ (\S[^\n]*?)(?: {2,}[\d.]+s)?$/m],
    },
    {
      name: "flutter",
      signs: MANAGED_SIGNS.flutter,
      counts:
        /^\d\d:\d\d (\+\d+(?: ~\d+)?(?: -\d+)?): (?:All tests passed|Some tests (?:failed|skipped))|^🎉 (\d+) tests? (passed)\./gm,
      isRunning: true,
      fail: /Some tests failed\.|^Compilation failed|Failed to load "/m,
      pass: /All tests passed!/,
      none: /^No tests (?:ran|match)/m,
      first: [/^\d\d:\d\d \+\d+(?: ~\d+)? -1: (?:[^\n]*?\.dart: )?(\S[^\n]*?) \[E\]/m],
    },
    {
      name: "sbt",
      signs: MANAGED_SIGNS.sbt,
      counts:
        /^\[(?:info|error)\] (?:Passed|Failed|Error): (Total \d+, Failed \d+, Errors \d+, Passed \d+)/gm,
      fail: /^\d+ (?:targets|tasks) failed|^\[error\] (?:\(|Failed tests:|\S[^\n]*\.scala:\d+)/m,
      pass: /^\[success\]/m,
      none: /^\[info\] No tests (?:to run|were executed)/m,
      first: [/^\[info\] - (\S[^\n]*?) \*\*\* FAILED \*\*\*/m, /^\[error\] Test (\S+) failed/m],
    },
    {
      // Counted by ScalaTest, where sbt's own line was cut off, or by Mill.
      name: "sbt",
      signs: MANAGED_SIGNS.sbt,
      counts:
        /^\[(?:info|error)\] Tests: (succeeded \d+, failed \d+)|^(Tests: \d+, Passed: \d+, Failed: \d+)$/gm,
    },
    {
      name: "haskell",
      signs: MANAGED_SIGNS.haskell,
      counts:
        /^(\d+ examples?, \d+ failures?|All \d+ tests passed|\d+ out of \d+ tests failed|(?:Cases|Examples): \d+ +Tried: \d+ +Errors: \d+ +Failures: \d+)/gm,
      fail:
        /^Test suite \S+: FAIL|^Error: \[(?:S|Cabal)-\d+\]|Test suite failure for package|^(?!(\d+) of \1 )\d+ of \d+ test suites|^\S+\.hs:\d+:\d+: error/m,
      pass: /^Test suite \S+: PASS|^(\d+) of \1 test suites|\> Test suite \S+ passed|^Completed \d+ action/m,
      first: [/^ {2}1\) (\S[^\n]*)/m, /^### Failure in: (\S[^\n]*)/m, /^ *(\S[^\n]*?): +FAIL/m],
    },
    {
      name: "busted",
      signs: MANAGED_SIGNS.busted,
      counts: /^(\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors?)/gm,
      first: [/^(?:Failure|Error) → (\S[^\n]*)/m],
    },
    {
      name: "testthat",
      signs: MANAGED_SIGNS.testthat,
      counts: /^\[ (FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+) \]/gm,
      isRunning: true,
      first: [/^── (?:Failure|Error) \(([^)\n]*\)[^\n]*?) ─+/m],
    },
    {
      name: "eunit",
      signs: MANAGED_SIGNS.eunit,
      counts:
        /^[ \t]*(?:All )?(\d+ tests passed|\d+ tests, \d+ failures|Failed: \d+\.\s+Skipped: \d+\.\s+Passed: \d+)|^(Failed \d+ tests\. )(?:Skipped \d+ \(\d+, \d+\) tests\. )?(Passed \d+ tests)/gm,
      fail: /^Failed \d+ tests/m,
      first: [/^ {2}1\) (\S[^\n]*?)(?:: module |$)/m, /^%%% (\S+ ==> \S+): FAILED$/m],
    },
    {
      name: "alcotest",
      signs: MANAGED_SIGNS.alcotest,
      counts: /^(?:Test Successful|(\d+ (?:error|failure)s?)!) in [\d.]+s\. (\d+ tests?) run\./gm,
      first: [/^│ \[FAIL\] +(\S[^\n]*?) *│$/m],
    },
    {
      name: "lein",
      signs: MANAGED_SIGNS.lein,
      counts: /^Ran (\d+ tests) containing \d+ assertions\.\n(\d+ failures, \d+ errors)/gm,
      failUncounted: /^Tests failed\.$/m,
      first: [/^FAIL in \((\S+?)\)/m, /^ERROR in \((\S+?)\)/m],
    },
    {
      name: "julia",
      signs: MANAGED_SIGNS.julia,
      counts:
        /Some tests did not pass: (\d+ passed, \d+ failed)|^Test Summary: +\| +(Pass) +Total[^\n]*\n[^|\n]*\| +(\d+)/gm,
      // A table has these columns only where there is something to put in.
      fail:
        /^ERROR: LoadError|^(?:\[\d+\] )?signal \(?\d|^Test Summary: +\|[^\n]* (?:Fail|Error) |Some tests did not pass|errored during testing/m,
      pass: /^ *Testing \S+ tests passed/m,
      first: [/^(\S[^\n]*): Test Failed at/m],
    },
    {
      name: "elm",
      signs: MANAGED_SIGNS.elm,
      counts: /^((?:Passed|Failed): +\d+)/gm,
      fail: /^TEST RUN (?:FAILED|INCOMPLETE)/m,
      pass: /^TEST RUN PASSED/m,
      first: [/^✗ (\S[^\n]*)/m],
    },
    {
      name: "nim",
      signs: MANAGED_SIGNS.nim,
      fail: /^ *\[FAILED\]|^ *Error: +Execution failed|^Error: execution of an external program failed/m,
      pass: /^ *\[OK\]|^ *Success: All tests passed/m,
      first: [/^ *\[FAILED\] (\S[^\n]*)/m],
    },
    {
      name: "forge",
      signs: MANAGED_SIGNS.forge,
      counts: /^Ran \d+ test suites?[^\n:]*: (\d+ tests passed, \d+ failed, \d+ skipped)/gm,
      fail: /^Encountered (?:a total of )?\d+ failing tests?|Compiler run failed/m,
      first: [/^\[FAIL[^\]\n]*\] (\S+)/m],
    },
    {
      // Nobody's in particular: what a program of the project itself prints. Behind all others.
      name: "plain",
      signs: MANAGED_SIGNS.plain,
      counts:
        /^[^\n\d]{0,40}?(\d+ (?:\w+ )?(?:passed|ok|failed)(?:,|;| and| \/| \|)? +\d+ (?:\w+ )?(?:passed|ok|failed|failures?)|pass(?:ed)?[:=] *\d+[,;|]? +fail(?:ed)?[:=] *\d+|fail(?:ed)?[:=] *\d+[,;|]? +pass(?:ed)?[:=] *\d+)|(?<=\d test cases?: )((?:\d+ (?:failed|succeeded)(?:, )?)+)/gim,
    },
  ]),
];
