import assert from "node:assert/strict";
import type { Message } from "../../../src/base/conversation.ts";
import { optionTaken } from "../../../src/triage/options.ts";
import { isDone, readSteps } from "../../../src/triage/steps.ts";
import { testVerdicts } from "../../_support/cases.ts";
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

const OFFER = "Which runtime?\n\n1. Python 3.12: what the team knows\n2. Go: one binary\n3. Rust: fast";

testVerdicts(import.meta.filename, {
  /** By what a command prints. */
  ran: (output: string) => results(call("Bash", { command: "npm test" }, output)),
  /** By what stands in a file. */
  looked: ([tool, text]: [string, string]) => results(call(tool, { pattern: "a", file_path: "a.ts" }, text)),
  optionTaken(answer: string) {
    const steps = readSteps([said("a", "assistant", OFFER), said("u", "user", answer)]);
    const taken = optionTaken(steps, 1, steps[1]!.reading.passages[0]!);
    return taken?.option.sentences[0]?.text.split(/[ :]/)[0];
  },
});

Deno.test("a result whose call lies before the window is read as that of a run", () => {
  const found = results(call("Bash", { command: "make" }, "build failed").slice(1));
  assert.deepEqual(found, { failed: true, passed: false });
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
