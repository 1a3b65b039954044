import * as fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { assert, assertEquals } from "../_support/assert.ts";
import { MAX_STDIN_BYTES, type ReadChunk, readStdin } from "../../src/machine/stdio.ts";
import { inPieces } from "../fuzz/targets/payloads.ts";

const ENCODER = new TextEncoder();
/** Chunks of any size but whole pages, which count as a full pipe. */
const SIZES = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 20 });
const DOCUMENT = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()).map((object) =>
  JSON.stringify(object)
);
/** Text made of what matters to the scanner. */
const ALMOST_JSON = fc.array(
  fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "1", "a", " ", "\u{1f600}", "\0"),
)
  .map((parts) => "{" + parts.join(""));

/** Gives the bytes in pieces of these sizes, over and over; then the end of the input, or a pipe that stays open. */
function pieces(bytes: Uint8Array, sizes: readonly number[], end: "closed" | "open"): ReadChunk {
  const read = inPieces(bytes, sizes);
  return (buffer) => {
    const size = read(buffer);
    assert(size !== null || end === "closed", "it waits for more, and nothing more will come");
    return size;
  };
}

function valueOf(bytes: Uint8Array, sizes: readonly number[], end: "closed" | "open" = "closed"): unknown {
  const stdin = readStdin(pieces(bytes, sizes, end));
  assert(stdin.kind === "whole");
  return stdin.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

Deno.test("stdin is read to the end of its document and no further, however it is cut into chunks", () => {
  const blank = fc.constantFrom("", " ", "\n\n", "\t ");
  const rest = fc.oneof(fc.string(), DOCUMENT, fc.constantFrom("", "\n", "}", "{", '"', "\r\n\0"));
  const sizes = fc.oneof(SIZES, fc.constant([2]));
  fc.assert(fc.property(blank, DOCUMENT, rest, sizes, (before, text, after, sizes) => {
    assertEquals(valueOf(ENCODER.encode(before + text + after), sizes, "open"), JSON.parse(text));
  }));
});

Deno.test("stdin gives the same value for any chunking of text that is nearly JSON", () => {
  fc.assert(
    fc.property(ALMOST_JSON, SIZES, (text, sizes) => {
      const bytes = ENCODER.encode(text);
      assertEquals(valueOf(bytes, sizes), valueOf(bytes, [4000]));
    }),
    { numRuns: 500 },
  );
});

Deno.test("stdin that never finishes its document has no value, and nothing is thrown", () => {
  fc.assert(fc.property(DOCUMENT, fc.nat(), SIZES, (text, at, sizes) => {
    const cut = text.slice(0, at % text.length);
    assertEquals(valueOf(ENCODER.encode(cut), sizes), undefined);
  }));
});

Deno.test("stdin of any bytes is survived, and is what a decoder and a parser make of it or of its beginning", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const value = valueOf(bytes, [4000]);
      if (value === undefined) return;
      const ends = Array.from(bytes, (_, i) => i + 1); // what follows a document is not looked at
      const texts = ends.map((end) => new TextDecoder().decode(bytes.subarray(0, end)));
      assert(texts.some((text) => isDeepStrictEqual(value, parsed(text))));
    }),
    { examples: [[new Uint8Array([0x7b, 0x7d, 0])]] },
  );
});

Deno.test("stdin may begin with a byte order mark and hold bytes that are no UTF-8", () => {
  const [start, end] = ['\ufeff{"a":"', '"}'].map((text) => ENCODER.encode(text)) as [Uint8Array, Uint8Array];
  const bytes = new Uint8Array([...start, 0xff, 0xc3, ...end]);
  for (let size = 4; size <= bytes.length; size++) {
    assertEquals(valueOf(bytes, [size], "open"), { a: "\ufffd\ufffd" });
  }
});

Deno.test("stdin larger than a pipe is one document, whatever its length", () => {
  for (const length of [4096, 65536, 65537, 262144, 300_000, 1_048_576]) {
    const text = JSON.stringify({ text: "x".repeat(length - 11) });
    assertEquals(text.length, length);
    assertEquals(valueOf(ENCODER.encode(text), [65536], "open"), JSON.parse(text));
    assertEquals(valueOf(ENCODER.encode(text + "\n"), [65536], "open"), JSON.parse(text));
  }
});

/** As a pipe gives it: whole pages, and what is left. */
function piped(text: string): ReadChunk {
  return pieces(ENCODER.encode(text), [65536], "open");
}

Deno.test("stdin is read at once, and whole, whatever white space stands before its document or in it", () => {
  const blanks = " ".repeat(MAX_STDIN_BYTES - 10);
  const start = performance.now();
  for (const text of [`${blanks}${blanks}{"a":1}\n`, `\ufeff${blanks}{"a":1}\n`, `{${blanks}"a":1}\n`]) {
    assertEquals(readStdin(piped(text)), { kind: "whole", value: { a: 1 } });
  }
  assert(performance.now() - start < 5000);
});

Deno.test("stdin of over 200,000 values is too large from 2 MiB on", () => {
  const payload = (values: string) => `{"session_id":"s","tool_response":[${values}],"tool_use_id":"t"}`;
  for (const value of ["1", "{}", "[]", "null", '"\\"a"', '{"a":1}']) {
    const text = payload(`${value},`.repeat(Math.max(200_001, 2_100_000 / (value.length + 1))) + "1");
    const stdin = readStdin(piped(`${text}\n`));
    assert(stdin.kind === "oversize", value);
    assertEquals(stdin.bytes, text.length);
    assert(stdin.head.startsWith('{"session_id":"s","tool_response":['));
    assert(stdin.tail.endsWith('1],"tool_use_id":"t"}'), stdin.tail.slice(-40));
  }
  const few = payload(`"${"x".repeat(20)}",`.repeat(190_000) + "1");
  assertEquals(readStdin(piped(few)), { kind: "whole", value: JSON.parse(few) });
});

/** A payload of `filler` bytes in its middle, generated as it is read. */
function large(filler: number, after: string): { read: ReadChunk; bytes: number } {
  const head = ENCODER.encode('{"session_id":"s","tool_response":"');
  const tail = ENCODER.encode('","tool_use_id":"t"}');
  const total = head.length + filler + tail.length;
  const end = ENCODER.encode(after);
  let at = 0;
  const read: ReadChunk = (buffer) => {
    if (at >= total + end.length) return null;
    const count = Math.min(buffer.length, 65536, total + end.length - at);
    for (let i = 0; i < count; i++, at++) {
      if (at < head.length) buffer[i] = head[at]!;
      else if (at < head.length + filler) buffer[i] = 0x78;
      else if (at < total) buffer[i] = tail[at - head.length - filler]!;
      else buffer[i] = end[at - total]!;
    }
    return count;
  };
  return { read, bytes: total };
}

Deno.test("stdin over 16 MiB keeps head, tail and the number of bytes of its document", () => {
  for (const after of ["", "\n", " and garbage {"]) {
    const { read, bytes } = large(MAX_STDIN_BYTES + 12_345, after);
    const stdin = readStdin(read);
    assert(stdin.kind === "oversize");
    assertEquals(stdin.bytes, bytes);
    assert(stdin.head.startsWith('{"session_id":"s","tool_response":"xxx'));
    assert(stdin.tail.endsWith('xxx","tool_use_id":"t"}'), stdin.tail.slice(-40));
  }
});

Deno.test("stdin of just 16 MiB is whole, one byte more is not", () => {
  const frame = large(0, "").bytes;
  assertEquals((readStdin(large(MAX_STDIN_BYTES - frame, "").read)).kind, "whole");
  assertEquals((readStdin(large(MAX_STDIN_BYTES - frame + 1, "").read)).kind, "oversize");
});

Deno.test("stdin over 16 MiB that is no object has no value", () => {
  const line = ENCODER.encode("no object".repeat(455) + "\n");
  let left = 5000;
  const read: ReadChunk = (buffer) => {
    if (left-- === 0) return null;
    const count = Math.min(line.length, buffer.length);
    buffer.set(line.subarray(0, count));
    return count;
  };
  assertEquals(readStdin(read), { kind: "whole", value: undefined });
});
