import { assertEquals } from "../../_support/assert.ts";
import { test, TestHome } from "../../_support/test_home.ts";
import { asLines } from "../../_support/transcript_rows.ts";
import { contextOn } from "./hook_context.ts";
import { ContextStore } from "../store/context/context_store.ts";
import type { HookContext } from "../../../src/hook/context.ts";
import { decoderFor, readConversation } from "../../../src/hook/read_conversation.ts";
import { notePauseTimes } from "../../../src/machine/pause.ts";
import { type Paths, pathsBelow } from "../../../src/machine/paths.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { LONGEST_TURN_FACTOR } from "../../../src/triage/conversation_rows.ts";
import { DIALECTS } from "../../../src/wire/dialects.ts";
import { decodeStop } from "../../../src/wire/events.ts";

const SESSION = { sessionId: "session-1", project: "/work/app", cwd: null };
const folder = "/work/trees/app";
/** The first minute of this day was a pause. */
const DAY = Date.parse("2026-01-02T00:00:00.000Z");
const [DURING, AFTER] = [DAY + 1000, DAY + 61_000];

function paused({ root }: TestHome): Paths {
  const key = "/work/trees";
  notePauseTimes(pathsBelow(root), [{ scope: "project", key, from: DAY, until: DAY + 60_000 }]);
  return pathsBelow(root);
}

test("decoderFor() drops what was said to another client during a pause", (home) => {
  const paths = paused(home);
  const rows = {
    kimi: (time: number) => ({
      type: "turn.prompt",
      origin: { kind: "user" },
      input: [{ type: "text", text: "Use pnpm." }],
      time,
    }),
    copilot: (time: number) => ({
      type: "user.message",
      data: { content: "Use pnpm. ".repeat(5000) },
      timestamp: new Date(time).toISOString(),
      parentId: "e1",
    }),
  };
  for (const client of ["kimi", "copilot"] as const) {
    const decode = decoderFor({ paths, folder, ...SESSION, dialect: DIALECTS[client] });
    const texts = (time: number) =>
      JSON.stringify(decode(new TextEncoder().encode(JSON.stringify(rows[client](time)))));
    assertEquals([DURING, AFTER].map((time) => texts(time).includes("Use pnpm.")), [false, true], client);
  }
});

test("readConversation() drops what an event tells of a pause", (home) => {
  const message = (id: string, created: number) => ({
    info: { id, role: "user", time: { created } },
    parts: [{ type: "text", text: `Said in ${id}.` }],
  });
  const payload = { hook_event_name: "Stop", messages: [message("m1", DURING), message("m2", AFTER)] };
  const event = decodeStop(DIALECTS.opencode.payload(payload, { readStart: () => "", readEnd: () => "" })!);
  const [paths, settings, now] = [paused(home), DEFAULT_SETTINGS, new Date(AFTER)];
  const context = { paths, session: SESSION, folder, settings, now };
  const { messages } = readConversation(event, context as unknown as HookContext);
  assertEquals(messages.map(({ text }) => text), ["Said in m2."]);
});

/** More messages than are read. */
const LONG_TURN = DEFAULT_SETTINGS.triage.max_transcript_messages * LONGEST_TURN_FACTOR + 10;

/** The agent's words that a stop reads behind a long turn; the prompts are of the session `s1`, oldest first. */
function heardAfter(prompts: readonly (string | null)[], longTurn = 0): string[] {
  using t = new ContextStore();
  t.start();
  for (const prompt of prompts) t.prompt(prompt);
  const said = (role: string, content: string) => ({ type: role, message: { role, content } });
  const rows = prompts.flatMap((prompt, turn) => [
    said("user", prompt ?? "<private>the merger</private>"),
    ...Array.from(
      { length: turn === longTurn ? LONG_TURN : 5 },
      (_, i) => said("assistant", `Step ${i} of ${prompt ?? "the merger"}`),
    ),
  ]);
  using home = new TestHome();
  home.write("session.jsonl", asLines(rows));
  const event = decodeStop({ transcript_path: `${home.root}/session.jsonl` });
  const { messages } = readConversation(event, contextOn(t));
  return [...new Set(messages.flatMap(({ role, text }) => role === "user" ? [] : text.replace(/\d+/, "N")))];
}

Deno.test("readConversation() gives no word of a private turn whose prompt stands before what is read", () => {
  assertEquals(heardAfter([null, "Fix it"]), ["", "Step N of Fix it"]);
  assertEquals(heardAfter(["Look", "Fix it"]), ["Step N of Look", "Step N of Fix it"]);
  assertEquals(heardAfter([null]), []);
  assertEquals(heardAfter(["Look"]), ["Step N of Look"]);
  assertEquals(heardAfter(["Look", null], 1), []);
});
