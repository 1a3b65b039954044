import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { test, TestHome } from "../../_support/test_home.ts";
import { asLines, assistantRow, toolResultBlock, userRow } from "../../_support/transcript_rows.ts";
import { backwardLines, readTranscriptTail, type TranscriptTail } from "../../../src/machine/transcripts.ts";
import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";
import { isWindows } from "../../_support/windows.ts";

const OPTIONS = { maxMessages: 50, decode: decodeTranscriptLine };

function tailOf(text: string, limits = {}): TranscriptTail {
  using home = new TestHome();
  home.write("t.jsonl", text);
  return readTranscriptTail(`${home.root}/t.jsonl`, { ...OPTIONS, ...limits });
}

function numbered(count: number): string {
  return asLines(Array.from({ length: count }, (_, i) => userRow(`Message ${i}.`, { uuid: `u-${i}` })));
}

const uuids = (tail: TranscriptTail): string[] => tail.messages.map(({ uuid }) => uuid);

Deno.test("readTranscriptTail() leaves out a torn last line and says where it begins", () => {
  const text = numbered(2);
  const torn = tailOf(text + text.slice(0, 100));
  assertEquals(uuids(torn), ["u-0", "u-1"]);
  const wanted = [text.length, text.length, text.length - 1];
  assertEquals([torn.end, tailOf(text).end, tailOf(text.trimEnd()).end], wanted);
  assertEquals(uuids(tailOf(text.trimEnd())), ["u-0", "u-1"]);
});

Deno.test("readTranscriptTail() goes over a line of megabytes that fits, and stops before one that does not", () => {
  const large = (bytes: number) =>
    asLines([userRow([toolResultBlock("t", "x".repeat(bytes))], { uuid: "large" })]);
  const [before, after] = [numbered(2), numbered(1).replaceAll("u-0", "after")];
  assertEquals(uuids(tailOf(before + large(10_000_000) + after)), ["u-0", "u-1", "large", "after"]);
  assertEquals(uuids(tailOf(before + large(5_000_000) + after, { maxBytes: 4_000_000 })), ["after"]);
  assertEquals(tailOf(before + large(5_000_000), { maxBytes: 4_000_000 }).messages, []);
  assertEquals(tailOf(before + "\n".repeat(500_000)).messages, [], "no transcript has so many lines");
});

Deno.test("readTranscriptTail() finds the prompt of a turn that is longer than what else it reads", () => {
  const answers = Array.from({ length: 400 }, (_, i) => assistantRow("x".repeat(2_000), { uuid: `a-${i}` }));
  const tail = tailOf(numbered(2) + asLines(answers));
  assertEquals(uuids(tail), ["u-1", ...Array.from({ length: 150 }, (_, i) => `a-${250 + i}`)]);
  const all = tailOf(numbered(2) + "{}\n".repeat(60_000), { maxMessages: Infinity, maxBytes: Infinity });
  assertEquals(uuids(all), ["u-0", "u-1"]);
});

Deno.test("readTranscriptTail() looks only so far for the prompt before many that say 'go on'", () => {
  const turn = (i: number) => [
    userRow("go on", { uuid: `g-${i}` }),
    ...Array.from({ length: 9 }, () => assistantRow("x".repeat(2_000), { uuid: `a-${i}` })),
  ];
  const turns = (count: number) => asLines(Array.from({ length: count }, (_, i) => turn(i)).flat());
  assertEquals(uuids(tailOf(numbered(1) + turns(20)))[0], "u-0");
  assertEquals(uuids(tailOf(numbered(1) + turns(99)))[0], "g-68");
});

Deno.test("readTranscriptTail() leaves out what the user has rewound, if it finds the row before that", () => {
  const row = (uuid: string, parentUuid: string | null) => userRow(uuid, { uuid, parentUuid });
  const rows = [row("a", null), row("b", "a"), row("c", "b"), { type: "system", uuid: "d", parentUuid: "a" }];
  assertEquals(uuids(tailOf(asLines([...rows, row("e", "d"), row("f", "a")]))), ["a", "f"]);
  assertEquals(uuids(tailOf(asLines([...rows, row("e", "x")]))), ["a", "b", "c", "e"]);
});

test("readTranscriptTail() fails where there is no file to read", (home) => {
  assertThrows(() => readTranscriptTail(`${home.root}/missing.jsonl`, OPTIONS), Deno.errors.NotFound);
  if (!isWindows) assertThrows(() => readTranscriptTail(home.root, OPTIONS)); // which reads an empty file there
});

test("backwardLines() gives what is read forwards, and no line that begins before what may be read", (home) => {
  const lines = ["a", "bb", "", "c".repeat(200_000), "d", ""];
  const placed = lines.map((line, i) => ({ line, offset: [...lines.slice(0, i), ""].join("\n").length }));
  const size = lines.join("\n").length;
  home.write("lines", lines.join("\n"));
  using file = Deno.openSync(`${home.root}/lines`);
  for (const maxBytes of [0, 1, 2, 3, 65_536, 200_004, 200_005, Infinity]) {
    const found = [...backwardLines(file, size, maxBytes)].reverse();
    const read = found.map(({ bytes, offset }) => ({ line: new TextDecoder().decode(bytes), offset }));
    assertEquals(read, placed.filter(({ offset }) => offset > size - maxBytes), String(maxBytes));
  }
});
