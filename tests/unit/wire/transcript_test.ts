import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";
import type { SpokenRow, TranscriptRow } from "../../../src/wire/transcript_row.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  transcriptRow,
  userRow,
} from "../../_support/transcript_rows.ts";

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
