import { assert, assertEquals } from "../_support/assert.ts";
import { casesOf, testVerdicts } from "../_support/cases.ts";
import { recordedPayloads } from "../_support/recorded.ts";
import { invocationsIn } from "../../src/outcome/invocations.ts";
import { detectOutcome, hasFailed, judgeEnded, mayHaveFailed } from "../../src/outcome/judge.ts";
import { cleanIfNeeded } from "../../src/privacy/cleaning.ts";
import { captureOutcome } from "../../src/hook/ended_calls.ts";
import { answer, isFlip, LABELLED_CASES, type LabelledCase } from "./labelled_cases.ts";

/** The labelled calls whose outcome is known to be read wrongly; any other must be right. */
const KNOWN_MISSES = casesOf<string>(import.meta.filename, "_known_misses");

const ANSWERS = new Map(
  await Promise.all(LABELLED_CASES.map(async (one) => [one, await answer(one)] as const)),
);

function labelOf(one: LabelledCase): string | null {
  return ANSWERS.get(one)?.label ?? null;
}

function describe(one: LabelledCase): string {
  return `${one.command}: expected ${one.expected}, found ${labelOf(one)}`;
}

Deno.test("outcomes are what a person says of the labelled calls, and no pass is a failure", () => {
  const wrong = LABELLED_CASES.filter((one) => labelOf(one) !== one.expected);
  assertEquals(wrong.filter((one) => isFlip(one.expected, labelOf(one))).map(describe), []);
  assertEquals(wrong.filter(({ command }) => !KNOWN_MISSES.includes(command)).map(describe), []);
  assertEquals(KNOWN_MISSES.filter((missed) => wrong.every(({ command }) => command !== missed)), []);
});

Deno.test("captureOutcome() reads the whole output where the client has saved it", async () => {
  const command = "npm test | tee log";
  const fields = {
    tool_response: { stdout: "Tests:       3 passed, 3 total", stderr: "", persistedOutputPath: "/saved" },
  };
  const saved = (path: string) => path === "/saved" ? "Tests:       1 failed, 3 passed, 4 total" : "";
  const found = await captureOutcome({ command, kept: { tool_input: { command }, ...fields } }, [], {
    readSaved: saved,
    clean: cleanIfNeeded,
  });
  assertEquals([found?.label, found?.details?.failed], ["tests:fail", 1]);
});

Deno.test("the first failure of a long output has no file that may be another test's", () => {
  const output = `FAIL src/cart.test.ts\n${"  console.log\n".repeat(4000)}  ● Login › asks\n`;
  const found = detectOutcome({ command: "npx jest", output, exitCode: 1, state: "ended" });
  assertEquals(found?.firstFailure, "Login › asks");
});

Deno.test("invocationsIn() forgets the folder of a `cd` where its brackets end", () => {
  const end = { command: "(cd api && npm ci) && make", output: "", exitCode: 0, state: "ended" } as const;
  const found = invocationsIn({ ...end, outcome: null, isError: false }, "/home/dev/cart");
  assertEquals(found.map(({ typed, folder }) => [typed, folder]), [["npm ci", "api"], ["make", undefined]]);
});

testVerdicts(import.meta.filename, {
  /** What a run that ended so has come to. */
  result: (command: string, output = "", exitCode = 2) =>
    detectOutcome({ command, output, exitCode, state: "ended" })?.result ?? "none",
  /** Whether a call with such an end counts as failed, so that its repair is learnt and told. */
  failed: (outcome: string, output: string, command = "") =>
    hasFailed({ command, output, exitCode: 0, state: "ended", outcome, isError: false }),
  /** Whether what is known of the call's failure is told. */
  mayHaveFailed: (outcome: string, output: string, command: string) =>
    mayHaveFailed({ command, output, exitCode: 0, state: "ended", outcome, isError: false }),
  /** Whether each command of a line passed. */
  passes: (command: string, outcome: string, output: string) =>
    invocationsIn({ command, output, exitCode: 0, state: "ended", outcome, isError: false }, "")
      .map(({ passed }) => passed ?? null),
});

Deno.test("judgeEnded() takes a killed run for no failure, nor one that never ran, if the command is unknown", () => {
  const end = { command: undefined, matchers: [] };
  for (const exitCode of [124, 130, 137, 143]) {
    assertEquals(judgeEnded({ ...end, output: "--- FAIL: TestA", exitCode }), undefined);
  }
  assertEquals(judgeEnded({ ...end, output: "bash: vitest: command not found", exitCode: 127 }), undefined);
  assertEquals(judgeEnded({ ...end, output: "Killed", exitCode: 1 })?.result, "fail");
});

Deno.test("runs that count the same tests twice have no counts", () => {
  const end = {
    exitCode: 1,
    output: "2 failed, 3 passed in 0.1s\n2 failed, 4 passed in 0.1s\n",
    state: "ended",
  } as const;
  const counts = (command: string) => {
    const { passed, failed } = detectOutcome({ command, ...end })!;
    return [passed, failed];
  };
  assertEquals(counts("pytest -q tests/a; pytest -q tests/b"), [7, 4]);
  assertEquals(counts("pytest -q; python fix.py; pytest -q"), [undefined, undefined]);
  assertEquals(counts("git stash; pytest -q tests/a; git stash pop; pytest -q"), [undefined, undefined]);
});

Deno.test("counts and the first failing test are kept as the runner gives them", () => {
  for (const one of LABELLED_CASES) {
    const details = ANSWERS.get(one)?.details;
    if (one.passed !== undefined) assertEquals([one.command, details?.passed], [one.command, one.passed]);
    if (one.failed !== undefined) assertEquals([one.command, details?.failed], [one.command, one.failed]);
    if (one.first !== undefined) {
      assertEquals([one.command, details?.first_failure], [one.command, one.first]);
    }
  }
});

/** By the names of the recorded files. */
const RECORDED: readonly (readonly [file: RegExp, expected: string])[] = [
  [/PostToolUse-Bash-(make-test|npm-test|pytest)-pass/, "tests:pass"],
  [/PostToolUse-Bash-pytest-fail-/, "tests:fail"],
  [/PostToolUse-Bash-pytest-fail\.json/, "tests:unknown"], // in the background
  [/PostToolUseFailure-Bash-(cargo-test|cd-and-npm-test|pytest)-fail/, "tests:fail"],
  [/PostToolUseFailure-Bash-make-build-fail/, "builds:fail"],
];

Deno.test("outcomes of the recorded calls are known, and other calls have none", async () => {
  const calls = recordedPayloads().filter(({ name }) => /PostToolUse(Failure)?-Bash/.test(name));
  assert(calls.length > 40);
  for (const { name, payload } of calls) {
    const input = payload.tool_input as { command: string };
    const response = payload.tool_response as { stdout: string; backgroundTaskId?: string } | undefined;
    const found = await answer({
      source: "recorded",
      command: input.command,
      event: response === undefined ? "PostToolUseFailure" : "PostToolUse",
      output: response?.stdout ?? String(payload.error),
      expected: null,
      background: response?.backgroundTaskId !== undefined,
    });
    const expected = RECORDED.find(([file]) => file.test(name))?.[1] ?? null;
    assertEquals([name, found.label], [name, expected]);
  }
});
