import { deepEqual } from "node:assert/strict";
import { argumentAt, quotedAt } from "../../../src/privacy/matching.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  quoted: (text: string, quote: string) => quotedAt(text, 0, quote),
  argumentAt: (text: string, at: number, quote: string | null) => argumentAt(text, at, quote ?? undefined),
});

Deno.test("argumentAt() finds the end of a long word, of which it returns the beginning", () => {
  const word = "a1".repeat(1000);
  deepEqual(argumentAt(`${word} b`, 0, undefined), { value: word.slice(0, 256), end: word.length });
});
