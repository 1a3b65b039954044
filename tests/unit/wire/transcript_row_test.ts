import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";
import { decodeRow, type SpokenRow, type TranscriptRow } from "../../../src/wire/transcript_row.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  transcriptRow,
  userRow,
} from "../../_support/transcript_rows.ts";

function spoken(row: unknown): SpokenRow {
  const decoded: TranscriptRow | undefined = decodeRow(row);
  if (decoded?.kind !== "spoken") throw new Error(`not spoken: ${JSON.stringify(row)}`);
  return decoded;
}

/** Why, the row by its kind, content and fields, or all of it where there is no kind, and what is read of it. */
type Case = [
  why: string,
  kind: string | null,
  content: unknown,
  fields: Record<string, unknown>,
  read: unknown,
];
const ROWS: Record<string, typeof userRow> = { user: userRow, assistant: assistantRow };

for (const [why, kind, content, fields, read] of casesOf<Case>(import.meta.filename)) {
  Deno.test(`decodeRow() ${why}: ${JSON.stringify(content ?? fields).slice(0, 60)}`, () => {
    const row = kind === null ? content : ROWS[kind]?.(content, fields) ?? transcriptRow(kind, fields);
    const decoded = decodeRow(row);
    assertEquals(decoded?.kind === "spoken" ? decoded.texts : decoded ?? null, read);
    if (decoded?.kind === "spoken") assertEquals(decoded.role, kind === "assistant" ? kind : "user");
  });
}

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

const decode = (line: string): TranscriptRow[] => decodeTranscriptLine(new TextEncoder().encode(line));

function saidIn(line: string): string[] {
  return decode(line).flatMap((row) => row.kind === "spoken" ? row.texts : []);
}

const LINE = JSON.stringify(userRow("Use pnpm."));

Deno.test("decodeTranscriptLine() survives line ends, padding and byte marks around a row", () => {
  for (const line of [LINE, `${LINE}\r`, `\0\0${LINE}`, `${LINE}\0`, `  ${LINE}  `, `\ufeff${LINE}`]) {
    assertEquals(saidIn(line), ["Use pnpm."], JSON.stringify(line.slice(0, 9)));
  }
});

Deno.test("decodeTranscriptLine() leaves out lines that are no row, torn rows and rows nested to any depth", () => {
  const lines = ["", "\0\0\0", "{", "}", "null", "[]", '"text"', "[{", '  "type": "user",', "# notes"];
  const torn = JSON.stringify(userRow([toolResultBlock("t", "x".repeat(50_000))])).slice(0, 40_000);
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  lines.push(torn, `{"type":"user","message":{"content":${deep}}}`);
  lines.push(`{"type":"attachment","attachment":{"hookEvent":"Stop","content":${deep}}}`);
  for (const line of [...lines, LINE.slice(0, -1), `[${LINE}]`, LINE.slice(5), "\0".repeat(100_000)]) {
    assertEquals(decode(line), [], line.slice(0, 30));
  }
});

Deno.test("decodeTranscriptLine() survives bytes that are no UTF-8", () => {
  const bytes = new TextEncoder().encode(LINE);
  bytes[LINE.indexOf("pnpm")] = 0xff;
  const texts = decodeTranscriptLine(bytes).map((row) => row.kind === "spoken" && row.texts);
  assertEquals(texts, [["Use \ufffdnpm."]]);
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
      const { toolUseId, isError } = row.toolResults[0]!;
      assertEquals([row.uuid, toolUseId, isError], ["u-1", "toolu_1", true]);
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

Deno.test("decodeTranscriptLine() reads a large row that only talks about results", () => {
  const said = 'A row says {"type":"tool_result"}. '.repeat(2000).trim();
  assertEquals(saidIn(JSON.stringify(assistantRow([textBlock(said)]))), [said]);
});
