import type { Message } from "../../../src/base/conversation.ts";
import { seenInTurn } from "../../../src/triage/turn_facts.ts";
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
  return seenInTurn(messages, 0, [])[0];
}

Deno.test("seenInTurn() names what was run, and not the variables that were set for it", () => {
  assertEquals(repairedBy("npm test"), "`npm test` failed, then passed");
  assertEquals(repairedBy("DB_PASSWORD=hunter2 npm test"), "`npm test` failed, then passed");
  assertEquals(repairedBy("env CI=1 DB_PASSWORD=hunter2 npm test"), "`npm test` failed, then passed");
});

Deno.test("seenInTurn() names what was run on one line", () => {
  assertEquals(repairedBy("python3 '\nprint(1)'"), "`python3 print(1)` failed, then passed");
});

Deno.test("seenInTurn() cuts a long command at a word, and leaves git out", () => {
  assertEquals(
    repairedBy("npx vitest run --config config/vitest.integration.ts checkout totals"),
    "`npx vitest run --config config/vitest.integration.ts…` failed, then passed",
  );
  assertEquals(repairedBy("git push origin feature"), undefined);
});

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

Deno.test("seenInTurn() sees a correction and a choice in the prompt of a turn, and nothing in thanks", () => {
  const seenAfter = (offer: string, prompt: string) =>
    seenInTurn(
      [
        { ...SAID, uuid: "u", role: "user", text: "Mend it." },
        ...called("1", { name: "Edit", file: "/home/dev/a.ts" }, "updated"),
        { ...SAID, uuid: "a", role: "assistant", text: offer },
        { ...SAID, uuid: "v", role: "user", text: prompt },
      ],
      4,
      [],
    );
  const done = "Done.";
  for (const prompt of ["No, I meant the other file.", "no that breaks it", "Non, pas ça", "Nein!"]) {
    assertEquals(seenAfter(done, prompt), ["the user corrected the agent"]);
  }
  assertEquals(seenAfter("1. Redis\n2. Postgres\n\nWhich one?", "2"), ["a question was answered"]);
  for (const prompt of ["no problem, thanks", "No errors now, commit it", "commit it", "Nice work."]) {
    assertEquals(seenAfter(done, prompt), []);
  }
  assertEquals(seenAfter("a) Redis\nb) Postgres", "a small fix, please"), []);
  assertEquals(seenAfter("a) Redis\nb) Postgres", "a, please"), ["a question was answered"]);
});
