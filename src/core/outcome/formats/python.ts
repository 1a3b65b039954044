import type { Format } from "./format.ts";
import { PYTHON_SIGNS } from "./signs_python.ts";
import { PYTEST } from "./usual.ts";
import { withSpecialLines } from "./with_special_lines.ts";

export const PYTHON: readonly Format[] = [
  PYTEST,
  ...withSpecialLines([
    {
      // The plugin pytest-sugar sums up in lines of its own.
      name: "pytest",
      signs: PYTHON_SIGNS.sugar,
      counts: /^ {3,7}(\d+ (?:passed|failed|errors?))$/gm,
    },
    {
      name: "unittest",
      isSummedOnce: true,
      signs: PYTHON_SIGNS.unittest,
      counts: /^(Ran \d+ tests? in [\d.]+s\n+(?:OK|PASSED|FAILED)[^\n]*)/gm,
      none: /^Ran 0 tests|^NO TESTS RAN/m,
      fail: /^FAILED \((?:failures|errors|unexpected)|^\*\*\*Test Failed\*\*\*/m,
      pass: /^Test passed\./m, // an `OK` without its count may be anybody's
      first: [/^(?:FAIL|ERROR): (\S+(?: \([^)\n]*\))?)/m],
    },
    {
      name: "tox",
      signs: PYTHON_SIGNS.tox,
      counts: PYTEST.counts!,
      fail:
        /evaluation failed :\(|^nox > (?:\* \S+: failed|Session \S+ failed)|^ERROR: +\S+: commands failed|^ {2}\S+: FAIL/m,
      pass: /congratulations :\)|^nox > (?:Session \S+ was successful|\* \S+: success)/m,
      first: [PYTEST.first![0]!, /^nox > \* (\S+): failed/m, /^ {2}(\S+): FAIL/m],
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
  ]),
];
