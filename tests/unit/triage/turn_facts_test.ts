import type { Message } from "../../../src/base/conversation.ts";
import { editedFiles, seenInTurn } from "../../../src/triage/turn_facts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { said, toolCall } from "../../_support/conversations.ts";
import { testVerdicts } from "../../_support/cases.ts";

function called(id: string, use: { name: string; command?: string; file?: string }, text: string): Message[] {
  return toolCall({ id, ...use }, text, text.includes("failed"));
}

function repairedBy(command: string, failed = command, isAtOnce = false, end = "4 passed") {
  const messages: Message[] = [
    said("u", "user", "Please mend it."),
    ...called("1", { name: "Bash", command: failed }, "1 failed, 3 passed"),
    ...isAtOnce ? [] : called("2", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    ...called("3", { name: "Bash", command }, end),
  ];
  return seenInTurn(messages, 0, [])[0];
}

/** What is seen behind a prompt that follows this answer. */
function seenBehind(prompt: string, answer: string): readonly string[] {
  const messages: Message[] = [
    said("u", "user", "Mend it."),
    ...called("1", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    said("a", "assistant", answer),
    said("v", "user", prompt),
  ];
  return seenInTurn(messages, 4, []);
}

const asking = called("1", { name: "AskUserQuestion" }, "").slice(0, 1);
const seenInAnswer = (text: string) => seenInTurn([...asking, said("r", "user", text)], 0, []);
const editedBy = (name: string, result: string) => editedFiles(called("1", { name, file: "a.md" }, result));
testVerdicts(import.meta.filename, { repairedBy, seenBehind, seenInAnswer, editedBy });

Deno.test("seenInTurn() passes over a failure after an edit of the turn, and a refused call", () => {
  const messages: Message[] = [
    said("u", "user", "Add a total."),
    ...called("1", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    ...called("2", { name: "Bash", command: "npm run lint" }, "1 failed"),
    ...called("3", { name: "Edit", file: "/home/dev/a.ts" }, "The user doesn't want to proceed: failed"),
    ...called("4", { name: "Bash", command: "npm run lint" }, "all passed"),
  ];
  assertEquals(seenInTurn(messages, 0, []), []);
});
