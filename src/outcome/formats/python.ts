import { type Format, format } from "./format.ts";

const PYTEST = format(
  "pytest",
  "passed in |failed in |error in |errors in |skipped in |xfailed in |xpassed in |deselected in |warning in |warnings in |rerun in |FAILED |FAILED\n|ERROR |short test summary|no tests ran|FAIL Required|loading conftest",
  () => ({
    sums: "once",
    cases: {
      "6 passed in 0.2s": "pass 6/0",
      "FAILED a.py::test_b - x\n1 failed, 6 passed in 0.2s": "fail 6/1 a.py::test_b",
      "no tests ran in 0.1s": "none",
    },
    counts:
      /^(?:[=!]+ )?((?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests? \w+)(?:, )?)+) in \d[\d.]*s/gm,
    fail:
      /^(?:FAILED \S+::|ImportError while loading conftest|ERROR \S+\.py|!+ (?:stopping after|Interrupted: \d+ error|_pytest\.outcomes)|INTERNALERROR>|FAIL Required test coverage|ERROR: Coverage failure|FAILED \(|Fatal Python error: |E {7,}(?:Syntax|Import|ModuleNotFound)Error|\S{1,200}\.py::\S{1,200} (?:FAILED|ERROR)(?: +\[ *\d+%\])?$)/m,
    calledOff: /^!+ KeyboardInterrupt !+$/m,
    none:
      /^(?:=+ )?no tests (?:ran|collected)|^ERROR: (?:usage|file or directory not found|not found:)|: error: unrecognized arguments/m,
    first: [
      /^(?:FAILED|ERROR) (\S+(?:\[[^\]\n]*\])?)(?: - |$)/m,
      /^(\S+\.py::\S+) FAILED/m,
      /^_{3,} (?:ERROR collecting )?(\S[^\n]*?) _{3,}$/m,
    ],
  }),
);

export const PYTHON: readonly Format[] = [
  PYTEST,

  format("pytest", "Results (", () => ({
    // The plugin pytest-sugar sums up in lines of its own.
    cases: { "Results (1.02s):\n      98 passed\n       2 failed": "fail 98/2" },
    counts: /^ {3,7}(\d+ (?:passed|failed|errors?))$/gm,
  })),
  format("unittest", "Ran |Test passed.|***Test Failed", () => ({
    sums: "once",
    cases: { "Test passed.": "pass", "Ran 31 tests in 0.2s\n\nFAILED (errors=2)": "fail 29/2" },
    counts: /^(Ran \d+ tests? in [\d.]+s\n+(?:OK|PASSED|FAILED)[^\n]*)/gm,
    none: /^Ran 0 tests|^NO TESTS RAN/m,
    fail: /^FAILED \((?:failures|errors|unexpected)|^\*\*\*Test Failed\*\*\*/m,
    pass: /^Test passed\./m, // an `OK` without its count may be anybody's
    first: [/^(?:FAIL|ERROR): (\S+(?: \([^)\n]*\))?)/m],
  })),
  format(
    "tox",
    "congratulations :)|evaluation failed :(|Session |nox > |commands failed|commands succeeded",
    () => ({
      cases: { "  congratulations :)": "pass", "nox > * tests: failed": "fail tests" },
      counts: PYTEST.rules().counts!,
      fail:
        /evaluation failed :\(|^nox > (?:\* \S+: failed|Session \S+ failed)|^ERROR: +\S+: commands failed|^ {2}\S+: FAIL/m,
      pass: /congratulations :\)|^nox > (?:Session \S+ was successful|\* \S+: success)/m,
      first: [PYTEST.rules().first![0]!, /^nox > \* (\S+): failed/m, /^ {2}(\S+): FAIL/m],
    }),
  ),
  format("behave", "scenario", () => ({
    cases: { "3 scenarios (3 passed)": "pass 3/0", "3 scenarios (1 failed, 2 passed)": "fail 2/1" },
    counts: /^(\d+ scenarios? (?:\([^)\n]*\)|passed[^\n]*))/gm,
    first: [/^Failing scenarios:\n\s*(\S[^\n]*)/m, /^cucumber (\S+)/m],
  })),
  format("robot", " passed, ", () => ({
    cases: { "tests | FAIL |\n12 tests, 11 passed, 1 failed": "fail 11/1 tests" },
    counts: /^(\d+ tests?, \d+ passed, \d+ failed)/gm,
    sums: "last",
    first: [/^(\S[^\n|]*?) +\| FAIL \|$/m],
  })),
];
