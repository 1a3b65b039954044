import { ASK_OPENING, type Message } from "../../../src/base/conversation.ts";
import {
  type ConversationEntry,
  conversationOf,
  entryOf,
  isPrivateTurn,
  withLastMessage,
} from "../../../src/triage/conversation_rows.ts";
import { coordinatorReason } from "../../../src/session/scratchpad.ts";
import type { SpokenRow } from "../../../src/wire/transcript_row.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

function row(fields: Partial<SpokenRow>): SpokenRow {
  return {
    kind: "spoken",
    start: 0,
    uuid: "u",
    role: "user",
    isSidechain: false,
    texts: [],
    toolUses: [],
    toolResults: [],
    ...fields,
  };
}

function said(role: "user" | "assistant", text: string): SpokenRow {
  return row({ role, texts: [text] });
}

function called(id: string, name: string): SpokenRow {
  return row({ role: "assistant", toolUses: [{ id, name, file: undefined, command: undefined }] });
}

function returned(toolUseId: string): SpokenRow {
  return row({ toolResults: [{ toolUseId, isError: false, text: "ok" }] });
}

function entries(rows: readonly Parameters<typeof entryOf>[0][]): ConversationEntry[] {
  return rows.map((item) => entryOf(item, 0)).filter((entry) => entry !== undefined);
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

Deno.test("entryOf() gives no word of a row that was private as a whole, nor conversationOf() of what was said to it", () => {
  for (const tag of ["<private>", "< Private >", "&lt;private&gt;"]) {
    assertEquals(entryOf(said("user", `${tag}all of it`), 0), { kind: "private", isSidechain: false });
  }
  assertEquals(entryOf(said("assistant", "<private>all of it"), 0), undefined);
  const rows = [
    said("user", "<private>all of it"),
    row({ role: "assistant", texts: ["Of it."], toolUses: called("t1", "Edit").toolUses }),
    row({
      role: "user",
      texts: ["Yes, of it."],
      toolResults: [{ toolUseId: "t2", isError: false, text: "" }],
    }),
    said("assistant", "All of it."),
    row({ role: "user", texts: ["And the docs."], isQueued: true }),
    said("assistant", "The docs of it."),
    said("user", "And now?"),
    said("assistant", "Now this."),
  ];
  const heard = conversationOf(entries(rows)).map(({ text, toolUses }) => [text, toolUses.length]);
  assertEquals(heard, [["", 1], ["", 0], ["And now?", 0], ["Now this.", 0]]);
});

Deno.test("entryOf() cuts results after private parts are gone", () => {
  const text = `${"a".repeat(1500)}<private>${"s".repeat(9000)}</private>${"b".repeat(1500)}`;
  const cut = message({ toolResults: [{ toolUseId: "t", isError: false, text }] }).toolResults[0]!.text;
  assert(cut.length <= 2048 && cut.startsWith("aaa") && cut.endsWith("bbb") && !cut.includes("s".repeat(20)));
});

const MIXED = row({
  role: "assistant",
  toolUses: ["mcp__mneme__search", "Read"].flatMap((name, i) => called(`t${i + 3}`, name).toolUses),
});
const HELPER = row({ role: "assistant", isSidechain: true, texts: ["Found it."] });

function stopHook(text: string) {
  return { kind: "stop-hook", text: `Stop hook feedback:\n${text}` } as const;
}

/** The rows of a transcript, and what of them is a conversation. */
const CONVERSATIONS: Readonly<Record<string, readonly [Parameters<typeof entries>[0], readonly string[]]>> = {
  "leaves out mneme's own tools and their results": [
    [
      ...[called("t1", "mcp__plugin_mneme_mneme__save_memory"), returned("t1")],
      ...[called("t2", "mcp__my_mneme_notes__save"), returned("t2"), MIXED, returned("t3"), returned("t4")],
    ],
    ["mcp__my_mneme_notes__save", "t2", "Read", "t4"],
  ],
  "leaves out what answers mneme's question, up to the next prompt": [
    [
      ...[said("assistant", "Fixed."), stopHook(`${ASK_OPENING}\n- [DECISION] x`)],
      ...[said("assistant", "I will save that we use pnpm."), called("t1", "Bash"), returned("t1")],
      ...[said("assistant", "Saved."), said("user", "Now the docs."), said("assistant", "Done.")],
    ],
    ["Fixed.", "Now the docs.", "Done."],
  ],
  "leaves out what answers the question for the coordinator's scratchpad": [
    [
      stopHook(coordinatorReason({ day: "d", path: "/p", sections: ["A"] }, ["b"])),
      ...[said("assistant", "I wrote that we decided on pnpm."), said("user", "Now the docs.")],
    ],
    ["Now the docs."],
  ],
  "keeps what answers another program's Stop hook": [
    [stopHook("run the tests"), said("assistant", "I ran them.")],
    ["I ran them."],
  ],
  "keeps a helper's words where there are no others": [[HELPER], ["Found it."]],
  "leaves out a helper's words beside others": [[HELPER, said("user", "Thanks.")], ["Thanks."]],
};

for (const [what, [rows, kept]] of Object.entries(CONVERSATIONS)) {
  Deno.test(`conversationOf() ${what}`, () => assertEquals(outline(conversationOf(entries(rows))), kept));
}

Deno.test("a subagent's private prompt hides nothing of the conversation that it was started in", () => {
  const key = row({ texts: ["<private>key</private>"], isSidechain: true });
  const rows = entries([said("user", "Always use pnpm."), key, said("assistant", "Noted.")]);
  assertEquals(isPrivateTurn(rows), false);
  assertEquals(outline(conversationOf(rows)), ["Always use pnpm.", "Noted."]);
  const own = entries([key, row({ role: "assistant", texts: ["The key."], isSidechain: true })]);
  assertEquals([isPrivateTurn(own), conversationOf(own)], [true, []]);
});

Deno.test("withLastMessage() adds the message that the file does not have yet, nothing that is there, nothing empty", () => {
  const messages = conversationOf(entries([said("assistant", "First."), said("user", "And?")]));
  const added = withLastMessage(messages, "<private>x</private>Second.", 90);
  assertEquals(outline(added), ["First.", "And?", "Second."]);
  assertEquals([added[2]!.offset, added[2]!.role, added[2]!.uuid], [90, "assistant", ""]);
  assertEquals(outline(withLastMessage(messages, "First.", 0)), ["First.", "And?", "First."]);
  const ended = conversationOf(entries([said("assistant", "The end."), called("t", "Read")]));
  for (const text of ["The end.", " The end.\n", "Intro.\n\nThe end.", "", undefined, "<private>x"]) {
    assertEquals(withLastMessage(ended, text, 0), ended, String(text));
  }
});
