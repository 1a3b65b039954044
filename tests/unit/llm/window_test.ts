import { evidenceWindow, sendable } from "../../../src/llm/prompt.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { message, windowOf } from "./refinement_samples.ts";

const TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

Deno.test("evidenceWindow shows what was said and a line per tool call, never output", () => {
  const [shown] = windowOf(message(0, "Run it.", {
    toolUses: [
      { id: "1", name: "Bash", file: undefined, command: "npm test \\\n  --silent" },
      { id: "2", name: "Read", file: "/src/a.ts", command: undefined },
      { id: "3", name: "WebSearch", file: undefined, command: undefined },
    ],
    toolResults: [{ toolUseId: "1", isError: true, text: "output" }],
  }));
  assertEquals(shown, {
    uuid: "u0",
    offset: 0,
    role: "user",
    said: "Run it.",
    tools: ["Bash: npm test \\ --silent", "Read: /src/a.ts", "WebSearch"],
  });
});

Deno.test("evidenceWindow holds no private part and no secret, in texts, commands and paths", () => {
  const window = windowOf(message(0, `The token is ${TOKEN}. <private>my salary</private>`, {
    toolUses: [
      { id: "1", name: "Bash", file: undefined, command: `curl -H 'Authorization: Bearer ${TOKEN}'` },
      { id: "2", name: "Read", file: "/a/<system-reminder>hint</system-reminder>", command: undefined },
    ],
  }));
  const sent = JSON.stringify(window);
  for (const hidden of [TOKEN, "salary", "hint"]) assert(!sent.includes(hidden), sent);
});

Deno.test("evidenceWindow leaves out messages in which nothing was said or done", () => {
  assertEquals(windowOf(message(0, ""), message(1, " \n"), message(2, "<private>all</private>")), []);
});

Deno.test("evidenceWindow gives up the oldest messages first, and evidence last", () => {
  const messages = [0, 1, 2, 3].map((row) => message(row, "x".repeat(100)));
  const rows = (maxUnits: number, evidence: readonly number[]) =>
    evidenceWindow(messages, { maxUnits, evidence: new Set(evidence) }).map(({ offset }) => offset);
  assertEquals(rows(250, []), [2000, 3000]);
  assertEquals(rows(250, [0]), [0, 3000]);
  assertEquals(rows(99, [0]), []);
  assertEquals(rows(400, []), [0, 1000, 2000, 3000]);
});

Deno.test("sendable redacts before it cuts and keeps head and tail", () => {
  const text = sendable(`${"a".repeat(5990)} ${TOKEN} ${"z".repeat(9000)}`, 6000);
  assert(text.length <= 6000 && text.startsWith("aaa") && text.endsWith("zzz") && text.includes(" […] "));
  assert(!text.includes("ghp_"));
});

Deno.test("sendable never leaves half a character", () => {
  for (let max = 20; max < 40; max++) assert(sendable("🍊".repeat(50), max).isWellFormed());
});
