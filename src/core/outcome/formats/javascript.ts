import type { Format } from "./format.ts";
import { JAVASCRIPT_SIGNS } from "./signs_javascript.ts";
import { JEST, MOCHA, NODE, VITEST } from "./usual.ts";
import { TAP_LINES } from "./tap_lines.ts";
import { withSpecialLines } from "./with_special_lines.ts";

export const JAVASCRIPT: readonly Format[] = [
  JEST,
  VITEST,
  MOCHA,
  NODE,
  ...withSpecialLines([
    {
      name: "tap",
      signs: JAVASCRIPT_SIGNS.tap,
      counts:
        /^(?: ?(\d+ tests?, \d+ failures?(?:, \d+ skipped)?)|# ((?:pass|fail) +\d+)$|# \{ total: \d+, ((?:pass|fail): \d+(?:, fail: \d+)?)| {2}((?:passing|failing): +\d+)$)/gm,
      fail: /^not ok \d(?![^\n]*# (?:TODO|SKIP))|^Result: FAIL|^# failed [1-9]/m,
      failUncounted: /^Bail out!|^# Looks like (?:your test exited|you planned)/m,
      pass: /^Result: PASS|^All tests successful|^# ok$/m,
      none: /^Result: NOTESTS|^1\.\.0/m,
      first: [
        /^not ok \d+ (?:- )?(?![^\n]*# (?:TODO|SKIP))(\S[^\n]*)/m,
        /^ ✗ (\S[^\n]*)/m,
        /^# {3}Failed test '([^\n]*)'$/m,
        /^(\S+\.t) +\(Wstat: [^\n]* Failed: [1-9]/m,
      ],
    },
    {
      name: "wtr",
      signs: JAVASCRIPT_SIGNS.wtr,
      counts: /(?<!\d)\d{1,6}\/\d{1,6} test files \| (\d+ passed, \d+ failed)/g,
      fail: /^Finished running tests in [^\n]{1,40} with [^\n]*failed|^Error while running tests/m,
      pass: /^Finished running tests in [^\n]* all tests passed!/m,
      first: [/^ *(?:❌|𐄂) (\S[^\n]*)/m],
    },
    {
      // What all tasks of a workspace came to; one that failed is told among the builds.
      name: "workspace",
      signs: JAVASCRIPT_SIGNS.workspace,
      pass: /NX +Successfully ran target|^ *Tasks: +(\d+) successful, \1 total/m,
    },
    {
      name: "ava",
      signs: JAVASCRIPT_SIGNS.ava,
      counts: /^ {2}(\d+ (?:tests?|hooks?|known failures?|uncaught exceptions?) (?:passed|failed))/gm,
      fail: /^ {2}✘ .*(?:exited|timed out)|^ {2}\d+ (?:uncaught exception|unhandled rejection)/m,
      none: /^ {2}✘ Couldn’t find any files to test/m,
      first: [/^ {2}✘ (?:\[fail\]: )?(\S[^\n]*)/m],
    },
    {
      name: "karma",
      signs: JAVASCRIPT_SIGNS.karma,
      counts:
        /(?<!\d)(\d{1,9} specs?, \d+ failures?(?:, \d+ pending[^\n]*)?)|^TOTAL: (\d+ [A-Z]+(?:, \d+ [A-Z]+)*)|(Executed \d{1,9} of \d{1,9} (?:\([^)\n]{0,99}\)|SUCCESS))/gm,
      isRunning: true,
      none: /Executed 0 of 0|No specs found/,
      first: [/^[^\n]{0,120}\(?[A-Z][\w .]{1,80}\)? (\S[^\n]*) FAILED$/m, /^1\) (\S[^\n]*)/m],
    },
    {
      name: "cypress",
      signs: JAVASCRIPT_SIGNS.cypress,
      counts:
        /^ +[✔✖] +(?:All specs passed!|\d+ of \d+ failed \(\d+%\)) +[\d:]+(?:ms)? +(\d+ +(?:\d+|-) +(?:\d+|-))/gm,
      fail: /✖ +\d+ of \d+ failed/m,
      pass: /✔ +All specs passed!/,
    },
    { ...MOCHA, name: "cypress" }, // what each spec sums up, where the table was cut off
    {
      name: "playwright",
      signs: JAVASCRIPT_SIGNS.playwright,
      counts: /^ {1,2}(\d+ (?:passed|failed|skipped|flaky|interrupted))(?: \([\d.]+m?s?m?\))?$/gm,
      none: /^Error: No tests found/m,
      fail: /^ {1,2}\d+\/\d+ failed/m,
      first: [/^ {2}1\) (\S[^\n]*?)(?: ─+)?$/m, /^ {4}(\[[^\]\n]+\] › \S[^\n]*?)(?: ─+)?$/m],
    },
    {
      name: "deno",
      isSummedOnce: true,
      signs: JAVASCRIPT_SIGNS.deno,
      counts: /^(?:ok|FAILED) \| ([^\n]*)/gm,
      none: /^error: No test modules found/m,
      fail: /^error: Test failed\s*$(?![^])/m, // by the last line: a test may print it
      first: [
        /^ ERRORS \n+(\S[^\n]*?) => /m,
        /^ FAILURES\s+(\S[^\n]*?) => /m,
        /^(\S[^\n]*?) \.\.\. (?:\n[^\n]*)?FAILED/m,
      ],
    },
    {
      name: "bun",
      isSummedOnce: true,
      signs: JAVASCRIPT_SIGNS.bun,
      counts: /^ *(\d+ pass)\n(?: *\d+ (?:skip|todo)\n){0,2} *(\d+ fail)$|^ *(\d+ (?:pass|fail))$/gm,
      none: /^No tests found!/m,
      fail: /^error: script "[^"\n]*" exited with code [1-9]/m,
      first: [/^(?:\(fail\)|✗) (\S[^\n]*?)(?: \[[\d.]+ms\])?$/m],
    },
  ]),
  TAP_LINES,
];
