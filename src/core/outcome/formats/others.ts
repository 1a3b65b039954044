import type { Format } from "./format.ts";
import { OTHERS_SIGNS } from "./signs_others.ts";
import { withSpecialLines } from "./with_special_lines.ts";

/** Runners that few have: what they say counts where a pipe hides the exit code. */
export const OTHERS: readonly Format[] = withSpecialLines([
  { name: "opa", signs: OTHERS_SIGNS.opa, counts: /^((?:PASS|FAIL): \d+)\/\d+$/gm },
  {
    name: "conftest",
    signs: OTHERS_SIGNS.conftest,
    counts: /^(\d+ tests?, \d+ passed, )\d+ warnings?, (\d+ failures?)/gm,
  },
  { name: "promtool", signs: OTHERS_SIGNS.promtool, fail: /^ {2}FAILED:$/m, pass: /^ {2}SUCCESS$/m },
  {
    name: "dub",
    signs: OTHERS_SIGNS.dub,
    fail: /: unittest failure$/m,
    pass: /^All unit tests have been run successfully/m,
    passLast: /^\d+ modules passed unittests/gm,
  },
  {
    name: "odin",
    signs: OTHERS_SIGNS.odin,
    counts: /^Finished (\d+ tests?) in [\d.]+[^\s.]+\. (?:All tests were successful|(\d+ tests? failed))/gm,
  },
  {
    name: "vlang",
    signs: OTHERS_SIGNS.vlang,
    counts: /^Summary for all V [^\n:]*: ((?:\d+ (?:failed|passed|skipped), )+)/gm,
  },
  {
    name: "munit",
    signs: OTHERS_SIGNS.munit,
    fail: /^==> X \S/m,
    first: [/^==> X (\S[^\n]*?) +[\d.]+m?s /m],
  },
  {
    name: "kaocha",
    signs: OTHERS_SIGNS.kaocha,
    counts: /^(\d+ tests?, )\d+ assertions, ((?:\d+ errors?, )?(?:\d+ pending, )?\d+ failures?)\.$/gm,
    first: [/^(?:FAIL|ERROR) in (\S+)/m],
  },
  {
    name: "phpspec",
    signs: OTHERS_SIGNS.phpspec,
    counts: /^\d+ examples? \(([^)\n]*)\)/gm,
  },
  {
    name: "wdio",
    signs: OTHERS_SIGNS.wdio,
    fail: /^Spec Files:[^\n]* [1-9]\d* failed/m,
    pass: /^Spec Files:[^\n]* [1-9]\d* passed/m,
  },
  {
    name: "nightwatch",
    signs: OTHERS_SIGNS.nightwatch,
    fail: /TEST FAILURE \(/,
    pass: /^ *✨ PASSED\. \d+ total assertions/m,
  },
  { name: "newman", signs: OTHERS_SIGNS.newman, fail: /^ *# {2}failure +detail/m },
  // To the blank, as it counts no skipped test, and scripts that sum up alike do.
  {
    name: "uvu",
    signs: OTHERS_SIGNS.uvu,
    counts: /^ {2}(Total: {5}\d+)\n {2}(Passed: {4}\d+)\n {2}Skipped: {3}\d+$/gm,
  },
  { name: "stestr", signs: OTHERS_SIGNS.stestr, counts: /^ - ((?:Passed|Failed): \d+)$/gm },
  {
    name: "pants",
    signs: OTHERS_SIGNS.pants,
    fail: /^✕ \S+:\S+ failed in /m,
    pass: /^✓ \S+:\S+ succeeded in /m,
    first: [/^✕ (\S+:\S+) failed/m],
  },
  {
    name: "rcheck",
    signs: OTHERS_SIGNS.rcheck,
    fail: /^Status: \d+ ERROR/m,
    pass: /^Status: \d+ (?:NOTE|WARNING)/m,
    passLast: /^Status: OK$/gm,
  },
  {
    name: "proper",
    signs: OTHERS_SIGNS.proper,
    fail: /^===> Failed test cases/m,
    pass: /^===> (\d+)\/\1 properties passed/m,
  },
  { name: "inspec", signs: OTHERS_SIGNS.inspec, counts: /^Test Summary: (\d+ successful, \d+ failures?)/gm },
  {
    name: "move",
    signs: OTHERS_SIGNS.move,
    counts: /^Test result: (?:OK|FAILED)\. Total tests: \d+; (passed: \d+; failed: \d+)/gm,
  },
  {
    // They start the runners.
    name: "starters",
    signs: OTHERS_SIGNS.starters,
    fail: /^\[!\] Tests have failed|^\d+\/\d+ Flows? Failed$/m,
    pass: /fastlane\.tools finished successfully/,
  },
]);
