import assert from "node:assert/strict";
import type { Message } from "../../../src/base/conversation.ts";
import { readCourse } from "../../../src/triage/course.ts";
import { said, toolResult, toolUse } from "../../_support/conversations.ts";

function call(name: string, input: Record<string, unknown>, result: string): Message[] {
  return [
    { ...said("c", "assistant", ""), toolUses: [toolUse("t1", name, input)] },
    { ...said("r", "user", ""), toolResults: [toolResult("t1", result, false)] },
  ];
}

function signs(messages: readonly Message[]): { failed: boolean; passed: boolean } {
  const { steps } = readCourse(messages);
  return {
    failed: steps.some(({ hasFailure }) => hasFailure),
    passed: steps.some(({ hasSuccess }) => hasSuccess),
  };
}

Deno.test("what a command prints says whether a run failed or passed", () => {
  const test = { command: "npm test" };
  assert.deepEqual(signs(call("Bash", test, "2 tests failed")), { failed: true, passed: false });
  assert.deepEqual(signs(call("Bash", test, "14 passed")), { failed: false, passed: true });
});

Deno.test("a file or a search that speaks of errors is no failed run, and one that speaks of success no passed one", () => {
  const none = { failed: false, passed: false };
  assert.deepEqual(signs(call("Read", { file_path: "a.ts" }, "throw new Error('not found')")), none);
  assert.deepEqual(signs(call("Grep", { pattern: "success" }, "a.ts: return success;")), none);
});

Deno.test("a result whose call lies before the window is read as that of a run", () => {
  assert.deepEqual(signs(call("Bash", { command: "make" }, "build failed").slice(1)), {
    failed: true,
    passed: false,
  });
});
