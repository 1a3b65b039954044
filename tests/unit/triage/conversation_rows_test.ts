import { ASK_OPENING, type Message } from "../../../src/base/conversation.ts";
import {
  type ConversationEntry,
  conversationOf,
  entryOf,
  withLastMessage,
} from "../../../src/triage/conversation_rows.ts";
import { casesOf } from "../../_support/cases.ts";
import { coordinatorReason } from "../../../src/session/scratchpad.ts";
import type { SpokenRow } from "../../../src/wire/transcript_row.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

function row(fields: Partial<SpokenRow>): SpokenRow {
  return {
    kind: "spoken",
    uuid: "u",
    role: "user",
    isSidechain: false,
    texts: [],
    toolUses: [],
    toolResults: [],
    ...fields,
  };
}

const SPEAKERS: Readonly<Record<string, Partial<SpokenRow>>> = {
  user: { role: "user" },
  queued: { role: "user", isQueued: true },
  assistant: { role: "assistant" },
  call: { role: "assistant" },
  result: { role: "user" },
  helper: { role: "assistant", isSidechain: true },
  asked: { role: "user", isSidechain: true },
};

/** The row of a line: who speaks, behind it calls by id, name and command or a result's id, behind a colon the text. */
function rowOf(line: string): Parameters<typeof entryOf>[0] {
  const [, who = "", what = "", text = ""] = /^(\w+) ?([^:]*): ?([^]*)$/.exec(line) ?? [];
  if (who === "hook") return { kind: "stop-hook", text: `Stop hook feedback:\n${text}` };
  const calls = what.split(", ").map((call) => {
    const [id = "", name = "", ...words] = call.split(" ");
    return { id, name, file: undefined, command: words.join(" ") };
  });
  return row({
    ...SPEAKERS[who],
    texts: text === "" ? [] : [text],
    toolUses: who === "call" ? calls : [],
    toolResults: who !== "result" ? [] : [{ toolUseId: what, isError: false, text: "ok" }],
  });
}

function entries(...lines: readonly string[]): ConversationEntry[] {
  const coordinator = coordinatorReason({ day: "d", path: "/p", sections: ["A"] }, ["b"]);
  return lines.map((line) => rowOf(line.replace("$ASK", ASK_OPENING).replace("$COORDINATOR", coordinator)))
    .flatMap((item) => entryOf(item, 0) ?? []);
}

/** Each message by its text, else by the tools in it. */
function outline(messages: readonly Message[]): string[] {
  return messages.map(({ text, toolUses, toolResults }) =>
    text || [...toolUses.map(({ name }) => name), ...toolResults.map((result) => result.toolUseId)].join(" ")
  );
}

function message(fields: Partial<SpokenRow>): Message {
  const entry = entryOf(row(fields), 7);
  assert(entry?.kind === "said");
  return entry.message;
}

Deno.test("entryOf() removes private and injected parts from every text", () => {
  const hidden = "<private>secret</private>";
  const injected = "<mneme-context>from before</mneme-context>";
  const found = message({ texts: [`Use ${hidden}pnpm.`, injected, "Always."] }).text;
  assertEquals(found, "Use pnpm.\n\n\n\nAlways.");
  const tools = message({
    toolUses: [{ id: "t", name: "Bash", file: `/p/${hidden}a`, command: `echo ${hidden}a` }],
    toolResults: [{ toolUseId: "t", isError: false, text: `${injected}out` }],
  });
  assertEquals(tools.toolUses, [{ id: "t", name: "Bash", file: "/p/a", command: "echo a" }]);
  assertEquals(tools.toolResults, [{ toolUseId: "t", isError: false, text: "out" }]);
});

Deno.test("entryOf() gives no word of a row that was private as a whole", () => {
  for (const tag of ["<private>", "< Private >", "&lt;private&gt;"]) {
    assertEquals(entryOf(rowOf(`user: ${tag}all of it`), 0), { kind: "private", isSidechain: false });
  }
  assertEquals(entryOf(rowOf("assistant: <private>all of it"), 0), undefined);
});

Deno.test("entryOf() cuts results after private parts are gone", () => {
  const text = `${"a".repeat(1500)}<private>${"s".repeat(9000)}</private>${"b".repeat(1500)}`;
  const cut = message({ toolResults: [{ toolUseId: "t", isError: false, text }] }).toolResults[0]!.text;
  assert(cut.length <= 2048 && cut.startsWith("aaa") && cut.endsWith("bbb") && !cut.includes("s".repeat(20)));
});

/** The rows of a transcript, what of them is a conversation, and whether its turn is private. */
type Conversation = [what: string, rows: string[], kept: string[], isPrivate?: boolean];

for (const [what, rows, kept, isPrivate] of casesOf<Conversation>(import.meta.filename)) {
  Deno.test(`conversationOf() ${what}`, () => {
    const conversation = conversationOf(entries(...rows));
    assertEquals(outline(conversation.messages), kept);
    if (isPrivate !== undefined) assertEquals(conversation.isPrivate, isPrivate);
  });
}

Deno.test("withLastMessage() adds the message that the file does not have yet, nothing that is there, nothing empty", () => {
  const { messages } = conversationOf(entries("assistant: First.", "user: And?"));
  const added = withLastMessage(messages, "<private>x</private>Second.", 90);
  assertEquals(outline(added), ["First.", "And?", "Second."]);
  assertEquals([added[2]!.offset, added[2]!.role, added[2]!.uuid], [90, "assistant", ""]);
  assertEquals(outline(withLastMessage(messages, "First.", 0)), ["First.", "And?", "First."]);
  const ended = conversationOf(entries("assistant: The end.", "call t Read:")).messages;
  for (const text of ["The end.", " The end.\n", "Intro.\n\nThe end.", "", undefined, "<private>x"]) {
    assertEquals(withLastMessage(ended, text, 0), ended, String(text));
  }
});
