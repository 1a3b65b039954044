import * as fc from "fast-check";
import { linesOf } from "../../src/cli/replay/transcript_files.ts";
import { decodeTranscriptLine, transcriptValues } from "../../src/wire/transcript.ts";
import { decodeRow } from "../../src/wire/transcript_row.ts";
import { assertEquals } from "../_support/assert.ts";
import { transcriptRow } from "../_support/transcript_rows.ts";

const PATH = Deno.makeTempFileSync({ suffix: ".jsonl" });
globalThis.addEventListener("unload", () => Deno.removeSync(PATH));

/** Lines around the sizes of the reader's blocks, with bytes of every kind. */
const LINE = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.filter((byte) => byte !== 10)),
  fc.integer({ min: 0, max: 3 }).chain((blocks) =>
    fc.integer({ min: -2, max: 2 }).map((more) =>
      new Uint8Array(Math.max(0, blocks * 256 * 1024 + more)).fill(97)
    )
  ),
);

Deno.test("linesOf() gives the lines of any file, whole, in order and with their places", () => {
  fc.assert(
    fc.property(fc.array(LINE, { maxLength: 8 }), fc.boolean(), (lines, isClosed) => {
      const bytes = joined(lines, isClosed);
      Deno.writeFileSync(PATH, bytes);
      const found = Array.from(linesOf(PATH), ({ bytes, offset }) => ({ line: bytes?.slice(), offset }));
      const wanted = lines.map((line, i) => ({
        line,
        offset: lines.slice(0, i).reduce((sum, { length }) => sum + length + 1, 0),
      }));
      // What follows the last line feed is a line only if there is something.
      if (!isClosed && lines.at(-1)?.length === 0) wanted.pop();
      assertEquals(found, wanted);
    }),
    { numRuns: 60 },
  );
});

function joined(lines: readonly Uint8Array[], isClosed: boolean): Uint8Array {
  const parts = lines.flatMap((line, i) =>
    i === lines.length - 1 && !isClosed ? [...[line]] : [line, LINE_FEED]
  );
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const LINE_FEED = new Uint8Array([10]);

Deno.test("transcriptValues() survives any bytes, and sees in a short line what a stop sees", () => {
  const row = fc.json().map((json) => JSON.stringify(transcriptRow("user", { message: { content: json } })));
  const line = fc.oneof(row, fc.tuple(row, row).map((rows) => rows.join("")), fc.string({ unit: "binary" }));
  fc.assert(fc.property(line, fc.constantFrom("", "\r", "\0\0"), (text, end) => {
    const bytes = new TextEncoder().encode(text + end);
    const values = transcriptValues(bytes) ?? [];
    const rows = values.flatMap((value) => decodeRow(value) ?? []);
    assertEquals(rows, decodeTranscriptLine(bytes));
  }));
});
