import type { Message } from "../../../src/base/conversation.ts";
import { turnShape } from "../../../src/triage/turn_shape.ts";
import { assertEquals } from "../../_support/assert.ts";

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

function repairedBy(command: string): string | undefined {
  const messages: Message[] = [
    { ...SAID, uuid: "u", role: "user", text: "Please mend it." },
    ...called("1", { name: "Bash", command }, "1 failed, 3 passed"),
    ...called("2", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
    ...called("3", { name: "Bash", command }, "4 passed"),
  ];
  return turnShape(messages, 0, []).reasons[0];
}

Deno.test("turnShape() names what was run, and not the variables that were set for it", () => {
  assertEquals(repairedBy("npm test"), "`npm test` failed, then passed");
  assertEquals(repairedBy("DB_PASSWORD=hunter2 npm test"), "`npm test` failed, then passed");
  assertEquals(repairedBy("env CI=1 DB_PASSWORD=hunter2 npm test"), "`npm test` failed, then passed");
});

Deno.test("turnShape() names what was run on one line", () => {
  assertEquals(repairedBy("python3 '\nprint(1)'"), "`python3 print(1)` failed, then passed");
});
