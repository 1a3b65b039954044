import assert from "node:assert/strict";
import type { Message } from "../../../src/base/conversation.ts";
import { optionTaken } from "../../../src/triage/options.ts";
import { isDone, readSteps } from "../../../src/triage/steps.ts";
import { said, toolResult, toolUse } from "../../_support/conversations.ts";

function call(name: string, input: Record<string, unknown>, result: string, id = "t1"): Message[] {
  return [
    { ...said("c", "assistant", ""), toolUses: [toolUse(id, name, input)] },
    { ...said("r", "user", ""), toolResults: [toolResult(id, result, false)] },
  ];
}

function results(messages: readonly Message[]): { failed: boolean; passed: boolean } {
  const steps = readSteps(messages);
  return {
    failed: steps.some(({ results }) => results.includes("failed")),
    passed: steps.some(({ results }) => results.includes("passed")),
  };
}

const MAVEN = "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS";

Deno.test("what a command prints says whether a run failed or passed", () => {
  const test = { command: "npm test" };
  assert.deepEqual(results(call("Bash", test, "2 tests failed")), { failed: true, passed: false });
  assert.deepEqual(results(call("Bash", test, "14 passed")), { failed: false, passed: true });
  for (
    const none of [
      "14 passed, 0 failed",
      "failed: 0, done in 3s",
      "ok: no errors",
      "5 passed without any errors",
      " 3 pass\n 0 fail", // Bun
      "ℹ pass 3\nℹ fail 0", // Node
      "100% tests passed, 0 tests failed out of 3",
      "Passed!  - Failed:     0, Passed:     3",
      "OK, success, exceptions=0",
      "dist/error-page.js 3 kB, src/errors.ts, failover/a.js, error_handler.js: done in 2s",
      MAVEN,
    ]
  ) {
    assert.deepEqual(results(call("Bash", test, none)), { failed: false, passed: true }, none);
  }
  for (
    const some of [
      "10 failed, 4 passed",
      "compiled with 20 errors",
      "failures: 05 of 30",
      "Failures: 0, Errors: 1",
      " 3 pass\n 1 fail",
      "FAIL src/a.test.ts",
      "ValueError: bad",
      "java.lang.NullPointerException\n\tat a",
      "error[E0308]: mismatched types",
      "a.c:1:1: fatal error: x.h",
      "thread 'main' panicked at src/main.rs",
      "Segmentation fault (core dumped)",
      "bash: foo: command not found",
    ]
  ) {
    assert.deepEqual(results(call("Bash", test, some)), { failed: true, passed: false }, some);
  }
  for (const nothing of ["Enter password:", "the import was unsuccessful"]) {
    assert.deepEqual(results(call("Bash", test, nothing)), { failed: false, passed: false }, nothing);
  }
});

Deno.test("a file or a search that speaks of errors is no failed run, and one that speaks of success no passed one", () => {
  const none = { failed: false, passed: false };
  assert.deepEqual(results(call("Read", { file_path: "a.ts" }, "throw new Error('not found')")), none);
  assert.deepEqual(results(call("Grep", { pattern: "success" }, "a.ts: return success;")), none);
});

Deno.test("a result whose call lies before the window is read as that of a run", () => {
  assert.deepEqual(results(call("Bash", { command: "make" }, "build failed").slice(1)), {
    failed: true,
    passed: false,
  });
});

Deno.test("work is done once a file of its own turn was edited, not one of another turn", () => {
  const messages = (edited: "same" | "other"): Message[] => {
    const edit = call("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, "ok");
    return [
      said("p1", "user", "Why does the login fail?"),
      ...edited === "same" ? edit : [],
      said("a1", "assistant", "The login failed as the clock is wrong."),
      said("p2", "user", "Then tidy the readme."),
      ...edited === "other" ? edit : [],
    ];
  };
  const done = (edited: "same" | "other") => {
    const steps = readSteps(messages(edited));
    const at = steps.findIndex(({ reading }) =>
      reading.passages.some(({ sentences }) => sentences[0]!.text.includes("clock"))
    );
    return isDone(steps, at, steps[at]!.reading.passages[0]!);
  };
  assert.deepEqual([done("same"), done("other")], [true, false]);
});

Deno.test("work is not done where the only edit came before the failure", () => {
  const edit = call("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, "ok");
  const run = call("Bash", { command: "npm test" }, "Error: connect ECONNREFUSED", "t2");
  const done = (work: readonly Message[]) => {
    const end = said("a1", "assistant", "The tests need Redis on port 6379.");
    const steps = readSteps([said("p1", "user", "Add the field."), ...work, end]);
    return isDone(steps, steps.length - 1, steps.at(-1)!.reading.passages[0]!);
  };
  assert.deepEqual([done([...edit, ...run]), done([...run, ...edit])], [false, true]);
});

const OFFER = "Which runtime?\n\n1. Python 3.12: what the team knows\n2. Go: one binary\n3. Rust: fast";
const TAKEN = {
  "Python 3 then": "Python",
  "Rust 1 please": "Rust",
  "option 3": "Rust",
  "2": "Go",
  "the first": "Python",
};

for (const [answer, option] of Object.entries(TAKEN)) {
  Deno.test(`"${answer}" takes the option ${option}`, () => {
    const steps = readSteps([said("a", "assistant", OFFER), said("u", "user", answer)]);
    const taken = optionTaken(steps, 1, steps[1]!.reading.passages[0]!);
    assert.equal(taken?.option.sentences[0]?.text.split(/[ :]/)[0], option);
  });
}
