import * as heuristics from "../../../src/privacy/heuristics.ts";
import { argumentAt, quotedAt } from "../../../src/privacy/matching.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  isExpression: heuristics.isExpression,
  isGenerated: heuristics.isGenerated,
  isGeneratedPassword: heuristics.isGeneratedPassword,
  isMixture: heuristics.isMixture,
  isSecretPhrase: heuristics.isSecretPhrase,
  isSecretValue: heuristics.isSecretValue,
  isTemplate: heuristics.isTemplate,
  secretNameKind: heuristics.secretNameKind,
});

testVerdicts(`${import.meta.dirname}/secret_quotes`, {
  quoted: (text: string, quote: string) => quotedAt(text, 0, quote),
  argumentAt: (text: string, at: number, quote: string | null) => argumentAt(text, at, quote ?? undefined),
});

Deno.test("argumentAt() finds the end of a long word, of which it returns the beginning", () => {
  const word = "a1".repeat(1000);
  assertEquals(argumentAt(`${word} b`, 0, undefined), { value: word.slice(0, 256), end: word.length });
});
