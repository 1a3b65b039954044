import * as fc from "fast-check";
import { findRuns } from "../../src/core/outcome/find_runs.ts";
import { usualRun } from "../../src/core/outcome/usual/usual_run.ts";
import { captureOutcome } from "../../src/events/capture_outcome.ts";
import { capturePass, captureRun } from "../../src/events/capture_run.ts";
import { captureUsual } from "../../src/events/capture_usual.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { LABELLED_CASES } from "./labelled_cases.ts";

function callOf(command: string, output: string, exitCode: number) {
  const fields = exitCode === 0
    ? { tool_response: { stdout: output, stderr: "" } }
    : { error: `Exit code ${exitCode}\n${output}` };
  return { command, toolInput: { command }, fields };
}

/** Both ways to an outcome, for what a command printed and returned; the usual way may not know one. */
async function bothOf(command: string, output: string, exitCode: number) {
  const call = callOf(command, output, exitCode);
  return { usual: await captureRun(call), full: await captureOutcome(call, []) };
}

Deno.test("captureRun() finds of labelled calls what captureOutcome() finds, and most of the usual ones", async () => {
  let usual = 0;
  let answered = 0;
  for (const { command, output } of LABELLED_CASES) {
    for (const exitCode of [0, 1]) {
      const found = await bothOf(command, output, exitCode);
      if (usualRun(command) !== undefined) usual++;
      if (found.usual === undefined) continue;
      answered++;
      assertEquals([command, exitCode, found.usual], [command, exitCode, found.full]);
    }
  }
  assert(answered > 60 && answered > usual / 2, `${answered} of ${usual}`);
});

Deno.test("captureRun() finds in every labelled output what captureOutcome() finds, whoever starts the run", async () => {
  let answered = 0;
  for (const { output } of LABELLED_CASES) {
    for (const command of ["npm test", "npm test 2>&1 | tail -50", "make test"]) {
      for (const exitCode of [0, 1]) {
        const { usual, full } = await bothOf(command, output, exitCode);
        if (usual === undefined) continue;
        answered++;
        assertEquals([command, exitCode, output, usual], [command, exitCode, output, full]);
      }
    }
  }
  assert(answered > 300, String(answered));
});

Deno.test("captureRun() leaves an output to captureOutcome() of which the client has saved the end", async () => {
  const call = callOf("npm test", "Tests:       3 passed, 3 total", 0);
  assertEquals((await captureRun(call))?.label, "tests:pass");
  const fields = { tool_response: { ...call.fields.tool_response, persistedOutputPath: "/saved" } };
  assertEquals(await captureRun({ ...call, fields }), undefined);
  const saved = (path: string) =>
    Promise.resolve(path === "/saved" ? "Tests:       1 failed, 3 passed, 4 total" : "");
  const found = await captureOutcome({ ...call, command: "npm test | tee log", fields }, [], saved);
  assertEquals([found?.label, found?.details?.failed], ["tests:fail", 1]);
});

Deno.test("neither way believes the beginning of an output of which a client has cut the end off", async () => {
  const cut = "Tests:       3 passed, 3 total\n\n... [283 lines truncated] ...";
  assertEquals((await bothOf("npm test | tail -9999", cut, 0)).full?.label, "tests:unknown");
  assertEquals((await bothOf("make test | tail -9999", cut, 0)).full?.label, "tests:unknown");
  const { usual, full } = await bothOf("npm test", cut, 0);
  assertEquals([usual, full?.label, full?.details], [undefined, "tests:pass", undefined]);
});

Deno.test("captureRun() leaves a summary to captureOutcome() where a failure is counted before it", async () => {
  const passing = " Test Files  2 passed (2)\n      Tests  5 passed (5)\n";
  for (const before of ["3 failed, 2 passed in 0.1s\n", "Tests:       1 failed, 1 total\n", "# fail 2\n"]) {
    assertEquals((await bothOf("npm test", before + passing, 0)).usual, undefined);
  }
  assertEquals((await bothOf("npm test", passing, 0)).usual?.label, "tests:pass");
});

const PASSING: Readonly<Record<string, string>> = {
  pytest: "============ 5 passed, 2 skipped in 0.12s ============",
  "npx vitest run": " Test Files  2 passed (2)\n      Tests  5 passed | 1 skipped (6)\n   Duration  4.21s",
  "npx jest": "Test Suites: 2 passed, 2 total\nTests:       5 passed, 5 total\nTime:        1.2 s",
  "npm t": "\n  5 passing (12ms)\n  1 pending\n",
};

Deno.test("capturePass() knows a plain run of each usual runner of which all passed", async () => {
  for (const [command, summary] of Object.entries(PASSING)) {
    for (const line of [command, "npm test", `cd web && ${command} 2>&1 | tail -30`]) {
      const call = callOf(line, `collected\n✓ adds up\n${summary}\n`, 0);
      assertEquals(capturePass(call)?.outcome.passed, 5, line);
      assertEquals([line, capturePass(call)], [line, await captureOutcome(call, [])]);
    }
  }
});

/** What may stand in front of a summary and change what it means. */
const BEFORE = [
  ...Object.values(PASSING).flatMap((summary) => summary.split("\n")),
  ...LABELLED_CASES.flatMap(({ output }) =>
    output.split("\n").filter((line) => /ail|rror|pass|✖|✕|!!|panic|Tests/i.test(line))
  ),
];

Deno.test("capturePass() finds what captureUsual() finds, whatever stands in front of a summary", () => {
  let answered = 0;
  const lines = fc.array(fc.constantFrom(...BEFORE), { maxLength: 2 });
  const runs = fc.constantFrom(...Object.keys(PASSING), "npm test");
  const summaries = fc.constantFrom(...Object.values(PASSING));
  fc.assert(
    fc.property(runs, lines, summaries, (command, before, summary) => {
      const call = callOf(command, [...before, summary, ""].join("\n"), 0);
      const pass = capturePass(call);
      if (pass === undefined) return;
      answered++;
      assertEquals([call, pass], [call, captureUsual(call)]);
    }),
    { numRuns: 2000 },
  );
  assert(answered > 300, String(answered));
});

Deno.test("capturePass() leaves alone what did not pass as a whole, or was cut off", () => {
  const summary = PASSING.pytest!;
  assertEquals(capturePass(callOf("pytest", `ERROR tests/a.py\n${summary}`, 0)), undefined);
  assertEquals(capturePass(callOf("pytest", summary, 1)), undefined);
  assertEquals(capturePass(callOf("npx jest", summary, 0)), undefined);
  assertEquals(capturePass(callOf("ls", summary, 0)), undefined);
  const call = {
    command: "pytest",
    toolInput: {},
    fields: { tool_response: { stdout: summary, interrupted: true } },
  };
  assertEquals(capturePass(call), undefined);
});

const STARTS =
  ("npm test|npm t|npm run test|npm run test:unit|npm run build|yarn test|pnpm run test|make test|make check|make|pytest|" +
    "python -m pytest|python3 -m pytest|python3 -m unittest|uv run pytest|poetry run pytest|jest|npx jest|npx vitest run|" +
    "npx vitest|vitest|node --test|deno test|bun test|cargo test|cargo build|go test|go vet|npm install")
    .split("|");
const WORDS =
  ("-v -q -x -h -w -n -f -t -k -m -c -p -s -A --help --watch --watch=false --list --run --silent --coverage --verbose -- " +
    "--collect-only --workspace --all -count=1 -race --tb=short ./... tests/ a.test.ts watch dev list test build lint 3 A=1 " +
    "$X 'a' \"b\" 2>&1 >out.txt &> && || ; | & ( ) # \\ `ls` <in")
    .split(" ");
const LINE = fc.tuple(
  fc.constantFrom("", "cd /srv/shop && ", "cd web && ", "cd a b && ", "cd x; ", "CI=1 ", "echo "),
  fc.constantFrom(...STARTS),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
  fc.constantFrom(
    "",
    " 2>&1",
    " | tail -5",
    " 2>&1 | tail -n 20",
    " | head",
    " || true",
    "; echo $?",
    "\n",
    " &",
  ),
).map(([before, start, words, behind]) => before + [start, ...words].join(" ") + behind);

Deno.test("usualRun() leaves a line to findRuns() of which an option makes something else", () => {
  // Of node, `--run` names a script of the package.
  for (const line of ["node --test --run tests/", "npm test -- --watch", "pytest --collect-only"]) {
    assertEquals(usualRun(line), undefined, line);
  }
});

Deno.test("usualRun() is what findRuns() finds, or nothing", () => {
  let known = 0;
  fc.assert(
    fc.property(LINE, (line) => {
      const run = usualRun(line);
      if (run === undefined) return;
      known++;
      assertEquals(findRuns(line, []), [run]);
    }),
    { numRuns: 4000 },
  );
  assert(known > 100, String(known));
});
