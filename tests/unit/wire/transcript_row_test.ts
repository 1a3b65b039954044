import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";
import { decodeRow, type SpokenRow, type TranscriptRow } from "../../../src/wire/transcript_row.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  transcriptRow,
  userRow,
} from "../../_support/transcript_rows.ts";

function spoken(row: unknown): SpokenRow {
  const decoded: TranscriptRow | undefined = decodeRow(row, 0);
  if (decoded?.kind !== "spoken") throw new Error(`not spoken: ${JSON.stringify(row)}`);
  return decoded;
}

function texts(row: unknown): readonly string[] {
  const decoded = decodeRow(row, 0);
  return decoded?.kind === "spoken" ? decoded.texts : [];
}

Deno.test("decodeRow() reads content that is a string, and content that is a list of blocks", () => {
  assertEquals(texts(userRow("Use pnpm.")), ["Use pnpm."]);
  assertEquals(texts(userRow([textBlock("Use pnpm."), { type: "image", source: {} }])), ["Use pnpm."]);
  assertEquals(texts(assistantRow("Done.")), ["Done."]);
  assertEquals(texts(assistantRow([{ type: "thinking", thinking: "hm" }, textBlock("Done.")])), ["Done."]);
});

Deno.test("decodeRow() reads tool calls with their file and command, and results with their text", () => {
  const calls = assistantRow([
    toolUseBlock("t1", "Edit", { file_path: "/p/a.ts", old_string: "a" }),
    toolUseBlock("t2", "NotebookEdit", { notebook_path: "/p/a.ipynb" }),
    toolUseBlock("t3", "Bash", { command: "deno test" }),
    toolUseBlock("t4", "mcp__editor__run", { command: "open" }),
  ]);
  assertEquals(spoken(calls).toolUses, [
    { id: "t1", name: "Edit", file: "/p/a.ts", command: undefined },
    { id: "t2", name: "NotebookEdit", file: "/p/a.ipynb", command: undefined },
    { id: "t3", name: "Bash", file: undefined, command: "deno test" },
    { id: "t4", name: "mcp__editor__run", file: undefined, command: undefined },
  ]);
  const results = userRow([
    toolResultBlock("t1", "ok"),
    toolResultBlock("t2", [textBlock("one"), { type: "image" }, textBlock("two")]),
    toolResultBlock("t3", "Exit code 1", { is_error: true }),
  ]);
  assertEquals(spoken(results).toolResults, [
    { toolUseId: "t1", isError: false, text: "ok" },
    { toolUseId: "t2", isError: false, text: "one\ntwo" },
    { toolUseId: "t3", isError: true, text: "Exit code 1" },
  ]);
  assertEquals(spoken(results).texts, []);
});

Deno.test("decodeRow() leaves out what the client wrote itself", () => {
  const unsaid = [
    userRow("Caveat", { isMeta: true }),
    userRow("This session is being continued from a previous conversation that ran out of context."),
    userRow("The summary", { isCompactSummary: true }),
    userRow("<command-name>/clear</command-name>\n <command-message>clear</command-message>"),
    userRow("<local-command-stdout>Bye!</local-command-stdout>"),
    userRow("<bash-input>ls</bash-input>"),
    userRow("Operation stopped by hook: always run the linter first"),
    userRow("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>"),
    userRow([textBlock("[Request interrupted by user for tool use]")]),
    userRow("<task-notification>\n<task-id>b1</task-id>\n</task-notification>\nRead the output file"),
    userRow("Go on", { origin: { kind: "task-notification" } }),
    userRow([textBlock("<system-reminder>\nToday is Monday.\n</system-reminder>")]),
    assistantRow([textBlock("API Error: 529")], { isApiErrorMessage: true }),
    transcriptRow("assistant", { message: { model: "<synthetic>", content: [textBlock("No answer")] } }),
    assistantRow([textBlock("(no content)")]),
    assistantRow([{ type: "thinking", thinking: "We decided to use pnpm." }]),
    transcriptRow("attachment", { attachment: { type: "hook_success", stdout: "Use pnpm." } }),
    transcriptRow("progress", { data: { message: userRow("Use pnpm.") } }),
    transcriptRow("system", { subtype: "compact_boundary", content: "Conversation compacted" }),
    { type: "queue-operation", operation: "enqueue", content: "Use pnpm." },
    { type: "summary", summary: "Use pnpm.", leafUuid: "u" },
    { type: "last-prompt", lastPrompt: "Use pnpm." },
  ];
  for (const row of unsaid) assertEquals(decodeRow(row, 0), undefined, JSON.stringify(row));
});

Deno.test("decodeRow() keeps what was typed beside a wrapper", () => {
  assertEquals(texts(userRow("<ide_opened_file>The user opened a.ts</ide_opened_file>\nUse pnpm.")), [
    "Use pnpm.",
  ]);
  assertEquals(texts(userRow("[Image #1] [Image #2] Make it blue.")), ["Make it blue."]);
  assertEquals(texts(userRow("<div> is not <command-name>")), ["<div> is not <command-name>"]);
});

Deno.test("decodeRow() takes a prompt typed during a turn for one", () => {
  const queued = (attachment: Record<string, unknown>) =>
    transcriptRow("attachment", { attachment: { type: "queued_command", ...attachment } });
  const human = { commandMode: "prompt", origin: { kind: "human" } };
  assertEquals(texts(queued({ prompt: "Use pnpm.", ...human })), ["Use pnpm."]);
  assertEquals(spoken(queued({ prompt: [textBlock("Use pnpm.")] })).role, "user");
  assertEquals(
    decodeRow(queued({ prompt: "<task-notification>", commandMode: "task-notification" }), 0),
    undefined,
  );
  assertEquals(decodeRow(queued({ prompt: "Go on", origin: { kind: "task-notification" } }), 0), undefined);
});

Deno.test("decodeRow() finds what the user said when refusing a tool call", () => {
  const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. " +
    "To tell you how to proceed, the user said:\nUse pnpm.\n\nNote: The user's next message may contain a correction";
  assertEquals(texts(userRow([toolResultBlock("t1", refused, { is_error: true })])), ["Use pnpm."]);
  assertEquals(texts(userRow([toolResultBlock("t1", refused)])), []);
  assertEquals(texts(userRow([toolResultBlock("t1", "grep: the user said:\nx", { is_error: true })])), []);
});

Deno.test("decodeRow() tells where a Stop hook spoke, in each form that the client writes", () => {
  const hook = { kind: "stop-hook", text: "Save this" };
  const attachment = (fields: Record<string, unknown>) =>
    transcriptRow("attachment", { attachment: { hookEvent: "Stop", ...fields } });
  assertEquals(decodeRow(attachment({ type: "hook_additional_context", content: ["Save this"] }), 0), hook);
  assertEquals(
    decodeRow(attachment({ type: "hook_blocking_error", blockingError: { blockingError: "Save this" } }), 0),
    hook,
  );
  for (
    const text of [
      "Stop hook feedback:\nSave this",
      "<system-reminder>\nStop hook additional context: Save this\n</system-reminder>",
    ]
  ) {
    assertEquals(decodeRow(userRow(text, { isMeta: true }), 0), { kind: "stop-hook", text });
    assertEquals(decodeRow(userRow([textBlock(text)]), 0), { kind: "stop-hook", text });
  }
});

Deno.test("decodeRow() ignores other programs' rows", () => {
  const foreign = [
    { type: "user", message: { role: "user", content: "hi" }, parent_tool_use_id: null, session_id: "s" },
    { type: "message", role: "user", content: "hi" },
    { type: "response_item", payload: { role: "user", content: [{ type: "input_text", text: "hi" }] } },
    { type: "user", content: "hi" },
    { role: "user", content: "hi" },
    { type: "user", message: "hi" },
    ["user"],
    null,
    "user",
  ];
  for (const row of foreign) assertEquals(decodeRow(row, 0), undefined, JSON.stringify(row));
});

function decode(line: string): TranscriptRow[] {
  return decodeTranscriptLine(new TextEncoder().encode(line));
}

function saidIn(line: string): string[] {
  return decode(line).flatMap((row) => row.kind === "spoken" ? row.texts : []);
}

const LINE = JSON.stringify(userRow("Use pnpm."));

Deno.test("decodeTranscriptLine() survives line ends, padding and byte marks around a row", () => {
  for (const line of [LINE, `${LINE}\r`, `\0\0${LINE}`, `${LINE}\0`, `  ${LINE}  `, `\ufeff${LINE}`]) {
    assertEquals(saidIn(line), ["Use pnpm."], JSON.stringify(line.slice(0, 9)));
  }
});

Deno.test("decodeTranscriptLine() leaves out lines that are no row", () => {
  const lines = [
    "",
    "\0\0\0",
    "{",
    "}",
    "null",
    "[]",
    '"text"',
    "[{",
    '  "type": "user",',
    "# notes",
    LINE.slice(0, -1),
  ];
  for (const line of [...lines, `[${LINE}]`, LINE.slice(5), "\0".repeat(100_000)]) {
    assertEquals(decode(line), [], line.slice(0, 30));
  }
});

Deno.test("decodeTranscriptLine() survives bytes that are no UTF-8", () => {
  const bytes = new TextEncoder().encode(LINE);
  bytes[LINE.indexOf("pnpm")] = 0xff;
  assertEquals(decodeTranscriptLine(bytes).map((row) => row.kind === "spoken" && row.texts), [[
    "Use \ufffdnpm.",
  ]]);
});

Deno.test("decodeTranscriptLine() takes a line of two rows apart, and says where the second begins", () => {
  const second = JSON.stringify(assistantRow([textBlock("Done.")]));
  const first = JSON.stringify(userRow('Über {"type": x'));
  const rows = decode(first + second) as SpokenRow[];
  assertEquals(rows.map(({ texts }) => texts), [['Über {"type": x'], ["Done."]]);
  assertEquals(rows.map(({ start }) => start), [0, new TextEncoder().encode(first).length]);
  assertEquals(saidIn(`${LINE}{"type":"summary","summary":"s"}`), ["Use pnpm."]);
});

Deno.test("decodeTranscriptLine() finds the row that follows a torn one", () => {
  for (let cut = 1; cut < LINE.length; cut++) assertEquals(saidIn(LINE.slice(0, cut) + LINE), ["Use pnpm."]);
});

Deno.test("decodeTranscriptLine() takes no row out of the inside of a torn one", () => {
  const inner = { type: "user", message: { role: "user", content: "inside" }, uuid: "u", timestamp: "t" };
  const torn = JSON.stringify(transcriptRow("progress", { data: { message: inner } }));
  const end = torn.indexOf(JSON.stringify(inner)) + JSON.stringify(inner).length;
  assertEquals(decode(torn.slice(0, end)), []);
});

/** A row over 32 KB, as several client versions order its fields, and with the blanks of other writers. */
function largeRows(content: unknown): string[] {
  const block = toolResultBlock("toolu_1", content, { is_error: true });
  const early = { type: "tool_result", content, is_error: true, tool_use_id: "toolu_1" };
  const result = { stdout: "x".repeat(50_000), uuid: "not this" };
  return [
    JSON.stringify(userRow([block], { toolUseResult: result })),
    JSON.stringify(userRow([early], { toolUseResult: result })),
    JSON.stringify({
      ...userRow([block], { uuid: undefined, toolUseResult: result }),
      uuid: "u-1",
      timestamp: "t",
    }),
    JSON.stringify({ toolUseResult: "y".repeat(500), ...userRow([block]), filler: "z".repeat(90_000) }),
    JSON.stringify(userRow([block], { toolUseResult: result })).replaceAll('":', '": ').replaceAll(
      ',"',
      ', "',
    ),
  ];
}

Deno.test("decodeTranscriptLine() finds ids and the error mark of a large result, wherever they stand", () => {
  for (const size of [40, 3000, 40_000, 60_000, 200_000, 1_000_000]) {
    for (const line of largeRows('é"uuid":"no",\\'.repeat(size / 15))) {
      assert(line.length > 32 * 1024);
      const [row] = decode(line) as [SpokenRow];
      assertEquals([row.uuid, row.toolResults[0]?.toolUseId, row.toolResults[0]?.isError], [
        "u-1",
        "toolu_1",
        true,
      ]);
    }
  }
});

Deno.test("decodeTranscriptLine() keeps the start of a large result, without half a character or escape", () => {
  for (let shift = 0; shift < 12; shift++) {
    const content = "a".repeat(shift) + '漢"\u0007'.repeat(10_000);
    const [row] = decode(JSON.stringify(userRow([toolResultBlock("t", content)]))) as [SpokenRow];
    const text = row.toolResults[0]!.text;
    assert(text.length > 100 && content.startsWith(text), JSON.stringify(text.slice(-9)));
  }
});

Deno.test("decodeTranscriptLine() leaves out a large result that is torn", () => {
  const line = JSON.stringify(userRow([toolResultBlock("t", "x".repeat(50_000))]));
  assertEquals(decode(line.slice(0, 40_000)), []);
});

Deno.test("decodeTranscriptLine() reads a large row that only talks about results", () => {
  const said = 'A row says {"type":"tool_result"}. '.repeat(2000).trim();
  assertEquals(saidIn(JSON.stringify(assistantRow([textBlock(said)]))), [said]);
});

Deno.test("decodeTranscriptLine() survives nesting of any depth", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  assertEquals(decode(`{"type":"user","message":{"content":${deep}}}`), []);
  assertEquals(decode(`{"type":"attachment","attachment":{"hookEvent":"Stop","content":${deep}}}`), []);
});
