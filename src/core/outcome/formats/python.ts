import type { Format } from "./format.ts";
import { PYTHON_SIGNS } from "./signs_python.ts";

export const PYTHON: readonly Format[] = [
  {
    name: "pytest",
    signs: PYTHON_SIGNS.pytest,
    counts:
      /^(?:[=!]+ )?((?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests? \w+)(?:, )?)+) in \d[\d.]*s/gm,
    fail:
      /^(?:FAILED \S+::|ERROR \S+\.py|!+ (?:stopping after|Interrupted: \d+ error|_pytest\.outcomes)|INTERNALERROR>|FAIL Required test coverage|ERROR: Coverage failure|FAILED \(|E {7,}(?:Syntax|Import|ModuleNotFound)Error)/m,
    none:
      /^(?:=+ )?no tests (?:ran|collected)|^ERROR: (?:usage|file or directory not found|not found:)|: error: unrecognized arguments/m,
    first: [
      /^(?:FAILED|ERROR) (\S+(?:\[[^\]\n]*\])?)(?: - |$)/m,
      /^(\S+\.py::\S+) FAILED/m,
      /^_{3,} (?:ERROR collecting )?(\S[^\n]*?) _{3,}$/m,
    ],
  },
  {
    name: "unittest",
    signs: PYTHON_SIGNS.unittest,
    counts: /^(Ran \d+ tests? in [\d.]+s\n+(?:OK|FAILED)[^\n]*)/gm,
    none: /^Ran 0 tests|^NO TESTS RAN/m,
    fail: /^FAILED \((?:failures|errors|unexpected)/m,
    first: [/^(?:FAIL|ERROR): (\S+(?: \([^)\n]*\))?)/m],
  },
  {
    name: "tox",
    signs: PYTHON_SIGNS.tox,
    fail:
      /evaluation failed :\(|^nox > (?:\* \S+: failed|Session \S+ failed)|^ERROR: +\S+: commands failed|^ {2}\S+: FAIL/m,
    pass: /congratulations :\)|^nox > Session \S+ was successful/m,
    first: [/^nox > \* (\S+): failed/m, /^ {2}(\S+): FAIL/m],
  },
  {
    name: "behave",
    signs: PYTHON_SIGNS.behave,
    counts: /^(\d+ scenarios? (?:\([^)\n]*\)|passed[^\n]*))/gm,
    first: [/^Failing scenarios:\n\s*(\S[^\n]*)/m, /^cucumber (\S+)/m],
  },
  {
    name: "robot",
    signs: PYTHON_SIGNS.robot,
    counts: /^(\d+ tests?, \d+ passed, \d+ failed)/gm,
    isRunning: true,
    first: [/^(\S[^\n|]*?) +\| FAIL \|$/m],
  },
];
