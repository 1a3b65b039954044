import type { Format } from "./format.ts";
import { USUAL_SIGNS } from "./signs_usual.ts";

export const PYTEST: Format = {
  name: "pytest",
  isNonePartial: true,
  isSummedOnce: true,
  signs: USUAL_SIGNS.pytest,
  interruption: "! KeyboardInterrupt !",
  counts:
    /^(?:[=!]+ )?((?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests? \w+)(?:, )?)+) in \d[\d.]*s/gm,
  fail:
    /^(?:FAILED \S+::|ImportError while loading conftest|ERROR \S+\.py|!+ (?:stopping after|Interrupted: \d+ error|_pytest\.outcomes)|INTERNALERROR>|FAIL Required test coverage|ERROR: Coverage failure|FAILED \(|Fatal Python error: |E {7,}(?:Syntax|Import|ModuleNotFound)Error|\S{1,200}\.py::\S{1,200} (?:FAILED|ERROR)(?: +\[ *\d+%\])?$)/m,
  none:
    /^(?:=+ )?no tests (?:ran|collected)|^ERROR: (?:usage|file or directory not found|not found:)|: error: unrecognized arguments/m,
  first: [
    /^(?:FAILED|ERROR) (\S+(?:\[[^\]\n]*\])?)(?: - |$)/m,
    /^(\S+\.py::\S+) FAILED/m,
    /^_{3,} (?:ERROR collecting )?(\S[^\n]*?) _{3,}$/m,
  ],
};

export const JEST: Format = {
  name: "jest",
  isSummedOnce: true,
  signs: USUAL_SIGNS.jest,
  counts: /^Tests:\s+(.*\d+ total)/gm,
  fail:
    /^(?:Test Suites|Snapshots):\s+[1-9]\d* failed|^Jest: "?global"? coverage threshold|● Test suite failed to run|^ *FAIL +\S+\.[cm]?[jt]sx?\b|^ *✕ /m,
  none: /^No tests found/m,
  first: [
    /^[ \t]*● (?!Console|Validation|Deprecation|Test suite failed)(\S[^\n]*)/m,
    /^[ \t]*FAIL +(\S[^\n]*)/m,
  ],
};

export const VITEST: Format = {
  name: "vitest",
  isSummedOnce: true,
  signs: USUAL_SIGNS.vitest,
  counts: /^ *Tests +((?:\d+ (?:failed|passed|skipped|todo)[ |]*)+)(?:\(\d+\))?/gm,
  fail:
    /^ *Test Files +[1-9]\d* failed|^ *Errors +[1-9]\d* errors?|^ERROR: Coverage for|^ *FAIL +\S+\.[cm]?[jt]sx?\b/m,
  failUncounted: /^ *× +\S+\.[cm]?[jt]sx?\b|^ *❯ \S+ \(\d+ tests? \| [1-9]\d* failed/m,
  none: /^No test files found|^ *Test Files +no tests/m,
  first: [/^ *FAIL +(\S+[^\n]* > [^\n]*)/m, /^ *(?:FAIL|×|✗) +(\S[^\n]*?)(?: \d+ms)?$/m],
};

export const MOCHA: Format = {
  name: "mocha",
  signs: USUAL_SIGNS.mocha,
  isSummedOnce: true,
  counts:
    /^ *(\d+ passing)\b[^\n]*(?:\n *\d+ pending)?(?:\n *(\d+ failing)$)?|^ *(\d+ (?:passing|failing))\b/gm,
  fail: /✖ +\d+ of \d+ failed|^ERROR: Coverage for/m,
  pass: /✔ +All specs passed!/,
  none: /^Error: No test files found/m,
  first: [/^ {2}1\) (\S[^\n]*(?:\n +[^\n]*[^:\n]:$|(?:\n {7,}\S[^\n]*[^:\n]$){0,8}\n {7,}\S[^\n]*:$)?)/m],
};

export const NODE: Format = {
  name: "node",
  signs: USUAL_SIGNS.node,
  isSummedOnce: true,
  counts: /^[#ℹ] (pass +\d+)\n[#ℹ] (fail +\d+)$|^[#ℹ] ((?:pass|fail|ok) +\d+)$/gm,
  fail: /^(?:[#ℹ] cancelled [1-9]|ERROR: Coverage for)/m,
  first: [
    /^ *not ok \d+ - (\S[^\n]*?)(?: # .*)?$/m,
    /^ *✖ (?!failing tests)(\S[^\n]*?)(?: \([\d.]+ms\))?$/m,
  ],
};

export const CARGO: Format = {
  name: "cargo",
  isFailureLast: true,
  signs: USUAL_SIGNS.cargo,
  counts: /^(?:test|Suite) result: (?:ok|FAILED)\. (\d+ passed; \d+ failed; \d+ (?:ignored|skipped))/gm,
  fail:
    /^error(?:\[E\d+\]: |: (?:could not compile|(?:doc)?test failed|\d+ targets? failed|aborting))|^test \S[^\n]* \.\.\. FAILED$/m,
  first: [
    /^test (\S[^\n]*?) \.\.\. FAILED/m,
    /^---- (\S[^\n]*?) stdout ----/m,
    /^failures:\n {4}(\S+)$/m,
    /^\[FAIL[^\]\n]*\] (\S+)/m,
  ],
};

export const GO: Format = {
  name: "go",
  signs: USUAL_SIGNS.go,
  isNonePartial: true,
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
};
