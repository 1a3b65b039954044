import { JsonDocumentScanner } from "../../../src/base/json_document.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

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

testVerdicts(import.meta.filename, {
  /** The same in chunks of any size. */
  end(text: string): number {
    const ends = new Set(Array.from({ length: 16 }, (_, i) => endOf(text, i + 1)));
    return ends.size === 1 ? [...ends][0]! : NaN;
  },
  /** What the first bytes tell. */
  state(text: string): string {
    const scanner = new JsonDocumentScanner();
    scanner.feed(ENCODER.encode(text));
    return scanner.state;
  },
});

Deno.test("JsonDocumentScanner is linear in a string of backslashes cut into small chunks", () => {
  const text = `{"a":"${"\\\\".repeat(200_000)}"}`;
  assertEquals(endOf(text, 7), text.length);
});
