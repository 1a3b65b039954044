import { JsonDocumentScanner } from "../../../src/base/json_document.ts";
import { assertEquals } from "../../_support/assert.ts";

const ENCODER = new TextEncoder();

/** Where the document ends when it is fed in chunks of this size; -1 when it does not. */
function endOf(text: string, size: number): number {
  const bytes = ENCODER.encode(text);
  const scanner = new JsonDocumentScanner();
  for (let at = 0; at < bytes.length; at += size) {
    const used = scanner.feed(bytes.subarray(at, at + size));
    if (scanner.state === "complete") return at + used;
  }
  return -1;
}

Deno.test("JsonDocumentScanner finds the end of a document in chunks of any size", () => {
  const cases: [string, number][] = [
    ["{}", 2],
    ["{}}", 2],
    ['{"a":{}} rest', 8],
    ['{"a":"}"}x', 9],
    ['{"a":"\\"}"}x', 11],
    ['{"a":"\\\\"}x', 10],
    ['{"a":"\\\\\\"}"}x', 13],
    ['{"é":"🛒}"}', ENCODER.encode('{"é":"🛒}"}').length],
    ['{"a":"', -1],
    ['{"a":"\\', -1],
    ["{[", -1],
    ["", -1],
  ];
  for (const [text, end] of cases) {
    for (let size = 1; size <= 16; size++) assertEquals([text, size, endOf(text, size)], [text, size, end]);
  }
});

Deno.test("JsonDocumentScanner is linear in a string of backslashes cut into small chunks", () => {
  const text = `{"a":"${"\\\\".repeat(200_000)}"}`;
  assertEquals(endOf(text, 7), text.length);
});

Deno.test("JsonDocumentScanner looks past white space and a byte order mark, and goes no further without an object", () => {
  for (const text of ["{}", " \n{}", "\ufeff{}", "\ufeff \t{}"]) {
    assertEquals(endOf(text, 1), ENCODER.encode(text).length);
  }
  for (const text of ["[{}]", "x{}", '"{}"', " \ufeff{}"]) {
    const scanner = new JsonDocumentScanner();
    scanner.feed(ENCODER.encode(text));
    assertEquals([text, scanner.state], [text, "none"]);
  }
});

Deno.test("JsonDocumentScanner tells where the last whole member ends", () => {
  const cases: [string, number][] = [["{", -1], ['{"a":1', -1], ['{"a":1,"b":[1,{"c":2', 6], [
    '{"a":",","b":"x',
    8,
  ]];
  for (const [text, end] of cases) {
    const scanner = new JsonDocumentScanner();
    for (const byte of ENCODER.encode(text)) scanner.feed(new Uint8Array([byte]));
    assertEquals([text, scanner.membersEnd], [text, end]);
  }
});
