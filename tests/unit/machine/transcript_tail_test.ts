import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import {
  asLines,
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../../_support/transcript_rows.ts";
import { readTranscriptTail, type TranscriptTail } from "../../../src/machine/transcript_tail.ts";
import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";
import { isWindows } from "../../_support/windows.ts";

interface Limits {
  readonly maxMessages?: number;
  readonly maxBytes?: number;
}

function tailOf(text: string, limits: Limits = {}): TranscriptTail {
  const path = Deno.makeTempFileSync({ suffix: ".jsonl" });
  try {
    Deno.writeTextFileSync(path, text);
    return readTranscriptTail(path, { maxMessages: 50, decode: decodeTranscriptLine, ...limits });
  } finally {
    Deno.removeSync(path);
  }
}

function numbered(count: number, length = 0): string {
  const text = (i: number) => `Message ${i}.${"x".repeat(length)}`;
  return asLines(Array.from({ length: count }, (_, i) => userRow(text(i), { uuid: `u-${i}` })));
}

function uuids(tail: TranscriptTail): string[] {
  return tail.messages.map(({ uuid }) => uuid);
}

Deno.test("readTranscriptTail() gives the newest messages, oldest first", () => {
  const tail = tailOf(numbered(60), { maxMessages: 3 });
  assertEquals(uuids(tail), ["u-57", "u-58", "u-59"]);
});

Deno.test("readTranscriptTail() gives a short file as a whole", () => {
  assertEquals(uuids(tailOf(numbered(3))), ["u-0", "u-1", "u-2"]);
  assertEquals(tailOf("").messages, []);
});

Deno.test("readTranscriptTail() says where each row begins", () => {
  const text = numbered(1000, 300).replaceAll("Message", "Übersicht");
  const bytes = new TextEncoder().encode(text);
  for (const { offset, uuid } of tailOf(text, { maxMessages: 400 }).messages) {
    const line = new TextDecoder().decode(bytes.subarray(offset, bytes.indexOf(10, offset)));
    assertEquals(JSON.parse(line).uuid, uuid);
  }
});

Deno.test("readTranscriptTail() counts nothing that was not said or done", () => {
  const meta = asLines([userRow("Caveat", { isMeta: true }), { type: "mode", mode: "plan" }]);
  assertEquals(uuids(tailOf(numbered(3) + meta.repeat(500), { maxMessages: 2 })), ["u-1", "u-2"]);
});

Deno.test("readTranscriptTail() leaves out a torn last line and says where it begins", () => {
  const text = numbered(2);
  const torn = tailOf(text + text.slice(0, 100));
  assertEquals(uuids(torn), ["u-0", "u-1"]);
  assertEquals([torn.end, tailOf(text).end, tailOf(text.trimEnd()).end], [
    text.length,
    text.length,
    text.length - 1,
  ]);
  assertEquals(uuids(tailOf(text.trimEnd())), ["u-0", "u-1"]);
});

Deno.test("readTranscriptTail() reads no more bytes than it may", () => {
  const text = numbered(100, 100);
  const line = numbered(1, 100).length;
  for (let maxBytes = 0; maxBytes < 6 * line; maxBytes += 37) {
    const tail = tailOf(text, { maxBytes });
    const first = tail.messages[0];
    if (first !== undefined) assert(first.offset >= text.length - maxBytes);
    assert(tail.messages.length >= Math.floor(maxBytes / (line + 2)), String(maxBytes));
  }
});

Deno.test("readTranscriptTail() goes over a line of megabytes that fits, and stops before one that does not", () => {
  const large = (bytes: number) =>
    asLines([userRow([toolResultBlock("t", "x".repeat(bytes))], { uuid: "large" })]);
  const [before, after] = [numbered(2), numbered(1).replaceAll("u-0", "after")];
  assertEquals(uuids(tailOf(before + large(3_000_000) + after)), ["u-0", "u-1", "large", "after"]);
  assertEquals(uuids(tailOf(before + large(10_000_000) + after)), ["after"]);
  assertEquals(tailOf(before + large(10_000_000)).messages, []);
});

Deno.test("readTranscriptTail() reads a helper's own file within the same limits", () => {
  const helper = numbered(60).replaceAll('"isSidechain":false', '"isSidechain":true');
  assertEquals(tailOf(helper, { maxMessages: 5 }).messages.length, 5);
  const main = asLines([assistantRow([textBlock("Done.")], { uuid: "main" })]);
  assertEquals(uuids(tailOf(helper + main, { maxMessages: 5 })), ["main"]);
});

Deno.test("readTranscriptTail() fails where there is no file to read", () => {
  const options = { maxMessages: 50, decode: decodeTranscriptLine };
  const folder = Deno.makeTempDirSync();
  assertThrows(() => readTranscriptTail(`${folder}/missing.jsonl`, options), Deno.errors.NotFound);
  if (!isWindows) assertThrows(() => readTranscriptTail(folder, options)); // which reads an empty file there
  Deno.removeSync(folder);
});

Deno.test("readTranscriptTail() goes on to the beginning of a turn, but not for ever", () => {
  const call = (i: number) => assistantRow([toolUseBlock(`t${i}`, "Read", {})], { uuid: `call-${i}` });
  const result = (i: number) => userRow([toolResultBlock(`t${i}`, "ok")], { uuid: `result-${i}` });
  const turn = (calls: number) =>
    asLines([
      userRow("Fix the cart.", { uuid: "before" }),
      userRow("From now on use pnpm.", { uuid: "prompt" }),
      ...Array.from({ length: calls }, (_, i) => [call(i), result(i)]).flat(),
    ]);
  assertEquals(uuids(tailOf(turn(3), { maxMessages: 3 }))[0], "prompt");
  assertEquals(tailOf(turn(3), { maxMessages: 3 }).messages.length, 7);
  assertEquals(tailOf(turn(40), { maxMessages: 3 }).messages.length, 9);
  assertEquals(uuids(tailOf(turn(1), { maxMessages: 4 }))[0], "before");
});
