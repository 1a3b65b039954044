import type { Format } from "./format.ts";
import { SYSTEMS_SIGNS } from "./signs_systems.ts";
import { CARGO, GO } from "./usual.ts";
import { withSpecialLines } from "./with_special_lines.ts";

/** Rust, Go, C and C++, Zig, Swift. */
export const SYSTEMS: readonly Format[] = [
  CARGO,
  ...withSpecialLines([
    {
      name: "nextest",
      signs: SYSTEMS_SIGNS.nextest,
      counts:
        /^ *Summary \[[^\]\n]*\] +(?:\d+\/)?\d+ tests? run: (\d+ passed)(?: \([^)\n]*\))?(?:, (\d+ failed)(?: \([^)\n]*\))?)?(?:, (\d+ exec failed))?(?:, (\d+ timed) out)?/gm,
      none: /^error: no tests to run/m,
      fail: /^error: test run failed/m,
      first: [/^ *(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[[^\]\n]*\] (?:\([^)\n]*\) )?(\S[^\n]*)/m],
    },
  ]),
  GO,
  ...withSpecialLines([
    {
      name: "gtest",
      signs: SYSTEMS_SIGNS.gtest,
      counts: /^\[ {2}(?:PASSED|FAILED) {2}\] (\d+ tests?)[.,]/gm,
      fail: /^\[ {2}FAILED {2}\] \d+ tests?/m,
      pass: /^\[ {2}PASSED {2}\] [1-9]/m,
      first: [/^\[ {2}FAILED {2}\] (\S+\.\S+)/m],
    },
    {
      name: "catch2",
      signs: SYSTEMS_SIGNS.catch2,
      counts: /test cases: +\d+ \| +(\d+ passed(?: \| +\d+ failed)?)/gm,
      fail: /test cases: [^\n]*\b[1-9]\d* failed/,
      pass: /^All tests passed \(/m,
      first: [/^(\S[^\n]*)\n-{20,}\n\S+:\d+\n/m],
    },
    {
      name: "ctest",
      signs: SYSTEMS_SIGNS.ctest,
      counts: /^(\d+% tests passed, \d+ tests? failed out of \d+)/gm,
      none: /^No test(?:s were| configuration file) found/m,
      fail: /^The following tests FAILED:|^Errors while running CTest/m,
      first: [/^[ \t]*\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess|Not Run)/m],
    },
    {
      name: "meson",
      signs: SYSTEMS_SIGNS.meson,
      counts: /^((?:Ok|Fail|Timeout): +\d+)/gm,
      first: [/^ *\d+\/\d+ (\S+(?: \/ \S+)*) +FAIL/m],
    },
    {
      name: "zig",
      signs: SYSTEMS_SIGNS.zig,
      counts:
        /^(?:Build Summary: .*?(?=\d+\/\d+ tests passed)|All )?(\d+(?:\/\d+)? (?:tests )?passed(?:; \d+ skipped)?(?:; \d+ failed)?)/gm,
      fail: /^error: (?:the following|\S[^\n]*test)|^\S+:\d+:\d+: error: |^Build Summary: .*\d+ failed/m,
      first: [
        /^error: '?([\w.]+)'? failed/m,
        /^\d+\/\d+ (\S+)\.\.\.FAIL/m,
        /^Test \[[\d/]+\] (\S[^\n]*?)\.\.\. FAIL/m,
      ],
    },
    {
      name: "swift",
      signs: SYSTEMS_SIGNS.swift,
      counts:
        /^[ \t]*(?:\S+ +Test run with ([1-9]\d* tests?)[^\n]{0,80} passed|(Executed [1-9]\d* tests?, with (?:\d+ tests? skipped and )?\d+ failures?))/gm,
      isRunning: true,
      isNonePartial: true,
      fail:
        /\*\* TEST FAILED \*\*|^\S+ +Test run with \d+ tests?[^\n]{0,80} failed|^Testing failed:|^error: Exited with unexpected signal|^Test Suite '(?:All|Selected) tests' failed/m,
      none: /^[ \t]*Executed 0 tests|Test run with 0 tests/m,
      pass: /\*\* TEST SUCCEEDED \*\*|^\S+ +Test run with [1-9]\d* tests?[^\n]{0,80} passed/m,
      first: [
        /: error: -?\[?([\w.]+ \w+)\]? :/m,
        /^Test Case '-?\[?([^\]'\n]+)\]?' failed/m,
        /^\S+ +Test "?([^"\n]+?)"?(?:\(\))? (?:failed|recorded an issue)/m,
      ],
    },
    {
      name: "xcode",
      signs: SYSTEMS_SIGNS.xcode,
      // What stands without stars is said by `xcpretty` or `xcbeautify` behind a pipe.
      fail:
        /\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE)(?: BUILD)? (?:FAILED|INTERRUPTED) \*\*|^(?:▸ )?(?:Build|Test|Archive) Failed$/m,
      pass:
        /\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE)(?: BUILD)? SUCCEEDED \*\*|^(?:▸ )?(?:Build|Test|Archive) Succeeded$/m,
    },
    {
      name: "bazel",
      signs: SYSTEMS_SIGNS.bazel,
      counts:
        /^Tests finished: (Pass \d+\. Fail \d+)|^Executed \d+ out of \d+ tests?: ((?:\d+ (?:tests? )?(?:pass(?:es)?|fails?)[^\n]*?(?: and |\.|, ))+)/gm,
      fail: /Build did NOT complete|^\/\/\S+ +(?:\(cached\) )?FAILED|^ERROR: |fails? (?:locally|remotely)/m,
      pass: /Build completed successfully/,
      none: /^ERROR: No test targets were found/m,
      first: [/^(\/\/\S+) +(?:FAILED|TIMEOUT|FAILED TO BUILD)/m],
    },
    {
      name: "automake",
      signs: SYSTEMS_SIGNS.automake,
      counts: /^# ((?:PASS|FAIL|XPASS|ERROR): +\d+)$/gm,
      first: [/^FAIL:? (\S+)/m],
    },
    {
      name: "boost",
      signs: SYSTEMS_SIGNS.boost,
      fail: /^\*\*\* \d+ failures? (?:is|are) detected/m,
      pass: /^\*\*\* No errors detected/m,
    },
  ]),
];
