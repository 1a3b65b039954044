import type { Message } from "../../../src/base/conversation.ts";
import { seenInTurn } from "../../../src/triage/turn_facts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const SAID = { offset: 0, text: "", toolUses: [], toolResults: [] };

function called(id: string, use: { name: string; command?: string; file?: string }, text: string): Message[] {
  const isError = text.includes("failed");
  return [
    {
      ...SAID,
      uuid: `${id}-call`,
      role: "assistant",
      toolUses: [{ id, file: undefined, command: undefined, ...use }],
    },
    { ...SAID, uuid: `${id}-result`, role: "user", toolResults: [{ toolUseId: id, isError, text }] },
  ];
}

function repairedBy(command: string, failed = command): string | undefined {
  const messages: Message[] = [
    { ...SAID, uuid: "u", role: "user", text: "Please mend it." },
    ...called("1", { name: "Bash", command: failed }, "1 failed, 3 passed"),
    ...called("2", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    ...called("3", { name: "Bash", command }, "4 passed"),
  ];
  return seenInTurn(messages, 0, [])[0];
}

/** What is seen behind a prompt that follows this answer. */
function seenBehind(prompt: string, answer: string): readonly string[] {
  const messages: Message[] = [
    { ...SAID, uuid: "u", role: "user", text: "Mend it." },
    ...called("1", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    { ...SAID, uuid: "a", role: "assistant", text: answer },
    { ...SAID, uuid: "v", role: "user", text: prompt },
  ];
  return seenInTurn(messages, 4, []);
}

const asking = called("1", { name: "AskUserQuestion" }, "").slice(0, 1);
const seenInAnswer = (text: string) =>
  seenInTurn([...asking, { ...SAID, uuid: "r", role: "user", text }], 0, []);
testVerdicts(import.meta.filename, { repairedBy, seenBehind, seenInAnswer });

Deno.test("seenInTurn() passes over a failure after an edit of the turn, and a refused call", () => {
  const messages: Message[] = [
    { ...SAID, uuid: "u", role: "user", text: "Add a total." },
    ...called("1", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    ...called("2", { name: "Bash", command: "npm run lint" }, "1 failed"),
    ...called("3", { name: "Edit", file: "/home/dev/a.ts" }, "The user doesn't want to proceed: failed"),
    ...called("4", { name: "Bash", command: "npm run lint" }, "all passed"),
  ];
  assertEquals(seenInTurn(messages, 0, []), []);
});
