import { endsLikeObject, JsonDocumentScanner, mayStartObject } from "../../../src/core/json_document.ts";
import { assertEquals } from "../../_support/assert.ts";

const ENCODER = new TextEncoder();

/** Where the document ends when it is fed in chunks of this size; -1 when it does not. */
function endOf(text: string, size: number): number {
  const bytes = ENCODER.encode(text);
  const scanner = new JsonDocumentScanner();
  for (let at = 0; at < bytes.length; at += size) {
    const end = scanner.feed(bytes.subarray(at, at + size));
    if (end >= 0) return at + end;
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
    ["[{}]{}", 4],
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

Deno.test("mayStartObject() and endsLikeObject() look past white space and a byte order mark", () => {
  for (const text of ["{", " \n{", "\ufeff{", "\ufeff \t{", "", " ", "\ufeff"]) {
    assertEquals(mayStartObject(ENCODER.encode(text)), true);
  }
  for (const text of ["[", "x{", '"{"']) {
    assertEquals(mayStartObject(ENCODER.encode(text)), false);
  }
  for (const text of ["{}", "{} \r\n\t"]) assertEquals(endsLikeObject(ENCODER.encode(text)), true);
  for (const text of ["", " ", "]", "}x", "\n"]) assertEquals(endsLikeObject(ENCODER.encode(text)), false);
});

Deno.test("endsLikeObject() tells a brace behind a value from one that can only stand in a string", () => {
  for (
    const text of [
      '{"a":1}',
      " {}",
      '{"a" : -1.5E+3 }',
      '{"a":null }',
      '{"a":true}',
      '{"a":"\\\\"}',
      '{"a":[]}',
      '{"a":{}}',
    ]
  ) {
    assertEquals(endsLikeObject(ENCODER.encode(text)), true, text);
  }
  for (
    const text of [
      '{"a":"${b}',
      '{"a":"{1}',
      '{"a":"{\\"b\\":1}',
      '{"a":"() => {}',
      '{"a":"{\\n}',
      '{"a":"{\\"b\\"}',
      '{"a":"(x) => {;}',
    ]
  ) {
    assertEquals(endsLikeObject(ENCODER.encode(text)), false, text);
  }
});
