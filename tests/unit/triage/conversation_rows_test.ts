import { ASK_OPENING, type Message } from "../../../src/base/conversation.ts";
import {
  type ConversationEntry,
  conversationOf,
  entryOf,
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

const ASK = { kind: "stop-hook", text: `Stop hook feedback:\n${ASK_OPENING}\n- [DECISION] x` } as const;

Deno.test("entryOf() removes private and injected parts from every text", () => {
  const hidden = "<private>secret</private>";
  const injected = "<mneme-context>from before</mneme-context>";
  assertEquals(
    message({ texts: [`Use ${hidden}pnpm.`, injected, "Always."] }).text,
    "Use pnpm.\n\n\n\nAlways.",
  );
  const tools = message({
    toolUses: [{ id: "t", name: "Bash", file: `/p/${hidden}a`, command: `echo ${hidden}a` }],
    toolResults: [{ toolUseId: "t", isError: false, text: `${injected}out` }],
  });
  assertEquals(tools.toolUses, [{ id: "t", name: "Bash", file: "/p/a", command: "echo a" }]);
  assertEquals(tools.toolResults, [{ toolUseId: "t", isError: false, text: "out" }]);
});

Deno.test("entryOf() gives no word of a row that was private as a whole, nor conversationOf() of what was said to it", () => {
  assertEquals(entryOf(said("user", "<private>all of it"), 0), { kind: "private" });
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

Deno.test("conversationOf() leaves out mneme's own tools and their results", () => {
  const mixed = row({
    role: "assistant",
    toolUses: [called("t3", "mcp__mneme__search"), called("t4", "Read")].flatMap((item) => item.toolUses),
  });
  const rows = [
    called("t1", "mcp__plugin_mneme_mneme__save_memory"),
    returned("t1"),
    called("t2", "mcp__my_mneme_notes__save"),
    returned("t2"),
    mixed,
    returned("t3"),
    returned("t4"),
  ];
  assertEquals(outline(conversationOf(entries(rows))), ["mcp__my_mneme_notes__save", "t2", "Read", "t4"]);
});

Deno.test("conversationOf() leaves out what answers mneme's question, up to the next prompt", () => {
  const rows = [
    said("assistant", "Fixed."),
    ASK,
    said("assistant", "I will save that we use pnpm."),
    called("t1", "Bash"),
    returned("t1"),
    said("assistant", "Saved."),
    said("user", "Now the docs."),
    said("assistant", "Done."),
  ];
  assertEquals(outline(conversationOf(entries(rows))), ["Fixed.", "Now the docs.", "Done."]);
});

Deno.test("conversationOf() leaves out what answers the question for the coordinator's scratchpad", () => {
  const text = `Stop hook feedback:\n${coordinatorReason({ day: "d", path: "/p", sections: ["A"] }, ["b"])}`;
  const rows = [
    said("assistant", "Fixed."),
    { kind: "stop-hook", text } as const,
    said("assistant", "I wrote that we decided on pnpm."),
    said("user", "Now the docs."),
  ];
  assertEquals(outline(conversationOf(entries(rows))), ["Fixed.", "Now the docs."]);
});

Deno.test("conversationOf() keeps what answers another program's Stop hook", () => {
  const rows = [
    { kind: "stop-hook", text: "Stop hook feedback: run the tests" } as const,
    said("assistant", "I ran them."),
  ];
  assertEquals(outline(conversationOf(entries(rows))), ["I ran them."]);
});

Deno.test("conversationOf() keeps a helper's words only where there are no others", () => {
  const helper = row({ role: "assistant", isSidechain: true, texts: ["Found it."] });
  assertEquals(outline(conversationOf(entries([helper]))), ["Found it."]);
  assertEquals(outline(conversationOf(entries([helper, said("user", "Thanks.")]))), ["Thanks."]);
});

Deno.test("withLastMessage() adds the message that the file does not have yet", () => {
  const messages = conversationOf(entries([said("assistant", "First."), said("user", "And?")]));
  const added = withLastMessage(messages, "<private>x</private>Second.", 90);
  assertEquals(outline(added), ["First.", "And?", "Second."]);
  assertEquals([added[2]!.offset, added[2]!.role, added[2]!.uuid], [90, "assistant", ""]);
});

Deno.test("withLastMessage() adds a message that repeats an earlier one", () => {
  const messages = conversationOf(entries([said("assistant", "Done."), said("user", "And?")]));
  assertEquals(outline(withLastMessage(messages, "Done.", 0)), ["Done.", "And?", "Done."]);
});

Deno.test("withLastMessage() adds nothing that is there, nothing empty", () => {
  const messages = conversationOf(entries([said("assistant", "The end."), called("t", "Read")]));
  for (const text of ["The end.", " The end.\n", "Intro.\n\nThe end.", "", undefined, "<private>x"]) {
    assertEquals(withLastMessage(messages, text, 0), messages, String(text));
  }
});
