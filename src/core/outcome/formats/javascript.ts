import type { Format } from "./format.ts";
import { JAVASCRIPT_SIGNS } from "./signs_javascript.ts";

export const JAVASCRIPT: readonly Format[] = [
  {
    name: "jest",
    signs: JAVASCRIPT_SIGNS.jest,
    counts: /^Tests:\s+(.*\d+ total)/gm,
    fail:
      /^Test Suites:\s+[1-9]\d* failed|^Jest: "?global"? coverage threshold|● Test suite failed to run|^ *FAIL +\S+\.[cm]?[jt]sx?\b|^ *✕ /m,
    none: /^No tests found/m,
    first: [
      /^\s*● (?!Console|Validation|Deprecation|Test suite failed)(\S[^\n]*)/m,
      /^\s*FAIL\s+(\S[^\n]*)/m,
    ],
  },
  {
    name: "vitest",
    signs: JAVASCRIPT_SIGNS.vitest,
    counts: /^ *Tests +((?:\d+ (?:failed|passed|skipped|todo)[ |]*)+)(?:\(\d+\))?/gm,
    fail:
      /^ *Test Files +[1-9]\d* failed|^ *Errors +[1-9]\d* errors?|^ERROR: Coverage for|^ *FAIL +\S+\.[cm]?[jt]sx?\b/m,
    none: /^No test files found|^ *Test Files +no tests/m,
    first: [/^ *(?:FAIL|×|✗) +(\S[^\n]*)/m],
  },
  {
    name: "mocha",
    signs: JAVASCRIPT_SIGNS.mocha,
    counts: /^ *(\d+ (?:passing|failing))\b/gm,
    fail: /✖ +\d+ of \d+ failed/,
    pass: /✔ +All specs passed!/,
    none: /^Error: No test files found/m,
    first: [/^ {2}1\) (\S[^\n]*(?:\n +[^\n]*[^:\n]:$|\n {7}\S[^\n]*:$)?)/m],
  },
  {
    name: "node",
    signs: JAVASCRIPT_SIGNS.node,
    counts: /^[#ℹ] ((?:pass|fail|ok) +\d+)$/gm,
    fail: /^[#ℹ] cancelled [1-9]/m,
    first: [
      /^ *not ok \d+ - (\S[^\n]*?)(?: # .*)?$/m,
      /^ *✖ (?!failing tests)(\S[^\n]*?)(?: \([\d.]+ms\))?$/m,
    ],
  },
  {
    name: "tap",
    signs: JAVASCRIPT_SIGNS.tap,
    counts: /^ ?(\d+ tests?, \d+ failures?(?:, \d+ skipped)?)/gm,
    fail: /^not ok \d(?![^\n]*# (?:TODO|SKIP))|^Result: FAIL|^# failed [1-9]/m,
    pass: /^Result: PASS|^All tests successful|^# ok$/m,
    none: /^Result: NOTESTS|^1\.\.0/m,
    first: [/^not ok \d+ (?:- )?(\S[^\n]*)/m, /^ ✗ (\S[^\n]*)/m],
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
      /(\d+ specs?, \d+ failures?(?:, \d+ pending[^\n]*)?)|^TOTAL: (\d+ [A-Z]+(?:, \d+ [A-Z]+)*)|(Executed \d+ of \d+ (?:\([^)\n]*\)|SUCCESS))/gm,
    isRunning: true,
    none: /Executed 0 of 0|No specs found/,
    first: [/^[^\n]*\(?[A-Z][\w .]+\)? (\S[^\n]*) FAILED$/m, /^1\) (\S[^\n]*)/m],
  },
  {
    name: "playwright",
    signs: JAVASCRIPT_SIGNS.playwright,
    counts: /^ {1,2}(\d+ (?:passed|failed|skipped|flaky|interrupted))(?: \([\d.]+m?s?m?\))?$/gm,
    none: /^Error: No tests found/m,
    first: [/^ {2}1\) (\S[^\n]*?)(?: ─+)?$/m, /^ {4}(\[[^\]\n]+\] › \S[^\n]*?)(?: ─+)?$/m],
  },
  {
    name: "deno",
    signs: JAVASCRIPT_SIGNS.deno,
    counts: /^(?:ok|FAILED) \| ([^\n]*)/gm,
    none: /^error: No test modules found/m,
    first: [
      /^ ERRORS \n+(\S[^\n]*?) => /m,
      /^ FAILURES\s+(\S[^\n]*?) => /m,
      /^(\S[^\n]*?) \.\.\. (?:\n[^\n]*)?FAILED/m,
    ],
  },
  {
    name: "bun",
    signs: JAVASCRIPT_SIGNS.bun,
    counts: /^ *(\d+ (?:pass|fail))$/gm,
    none: /^No tests found!/m,
    fail: /^error: script "[^"\n]*" exited with code [1-9]/m,
    first: [/^(?:\(fail\)|✗) (\S[^\n]*?)(?: \[[\d.]+ms\])?$/m],
  },
];
