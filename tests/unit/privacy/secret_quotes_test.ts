import { equal } from "node:assert/strict";
import { argumentAt, argumentEnd, quotedAt } from "../../../src/privacy/matching.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  quoted: (text: string, quote: string) => quotedAt(text, 0, quote),
  argumentAt: (text: string, at: number, quote: string | null) => argumentAt(text, at, quote ?? undefined),
});

Deno.test("argumentEnd() finds the end of a long word", () => {
  const word = "a1".repeat(1000);
  equal(argumentEnd(`${word} b`, 256), word.length);
});
