import assert from "node:assert/strict";
import type { Message } from "../../../src/base/conversation.ts";
import { optionTaken } from "../../../src/triage/options.ts";
import { isDone, readSteps } from "../../../src/triage/steps.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { said, toolCall } from "../../_support/conversations.ts";

function results(messages: readonly Message[]): { failed: boolean; passed: boolean } {
  const steps = readSteps(messages);
  return {
    failed: steps.some(({ results }) => results.includes("failed")),
    passed: steps.some(({ results }) => results.includes("passed")),
  };
}

const EDIT = toolCall({ id: "t1", name: "Edit", file: "a.ts" }, "ok");
const OFFER = "Which runtime?\n\n1. Python 3.12: what the team knows\n2. Go: one binary\n3. Rust: fast";

testVerdicts(import.meta.filename, {
  /** By what a command prints. */
  ran: (output: string) => results(toolCall({ id: "t1", name: "Bash", command: "npm test" }, output)),
  /** By what stands in a file. */
  looked: ([tool, text]: [string, string]) => results(toolCall({ id: "t1", name: tool, file: "a.ts" }, text)),
  optionTaken(answer: string) {
    const steps = readSteps([said("a", "assistant", OFFER), said("u", "user", answer)]);
    const taken = optionTaken(steps, 1, steps[1]!.reading.passages[0]!);
    return taken?.option.sentences[0]?.text.split(/[ :]/)[0];
  },
});

Deno.test("a result whose call lies before the window is read as that of a run", () => {
  const found = results(toolCall({ id: "t1", name: "Bash" }, "build failed").slice(1));
  assert.deepEqual(found, { failed: true, passed: false });
});

Deno.test("work is done once a file of its own turn was edited, not one of another turn", () => {
  const messages = (edited: "same" | "other"): Message[] => {
    return [
      said("p1", "user", "Why does the login fail?"),
      ...edited === "same" ? EDIT : [],
      said("a1", "assistant", "The login failed as the clock is wrong."),
      said("p2", "user", "Then tidy the readme."),
      ...edited === "other" ? EDIT : [],
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
  const run = toolCall({ id: "t2", name: "Bash", command: "npm test" }, "Error: connect ECONNREFUSED");
  const done = (work: readonly Message[]) => {
    const end = said("a1", "assistant", "The tests need Redis on port 6379.");
    const steps = readSteps([said("p1", "user", "Add the field."), ...work, end]);
    return isDone(steps, steps.length - 1, steps.at(-1)!.reading.passages[0]!);
  };
  assert.deepEqual([done([...EDIT, ...run]), done([...run, ...EDIT])], [false, true]);
});
