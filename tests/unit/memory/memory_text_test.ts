import { decodeEvidence, encodeEvidence, movedEvidence } from "../../../src/memory/memory_evidence.ts";
import { wordsOf } from "../../../src/memory/memory_relation.ts";
import { parseItemId } from "../../../src/search/search_types.ts";
import { memoryKey, parseCategory } from "../../../src/memory/memory_text.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

Deno.test("decodeEvidence() gives back what was encoded, and takes any other text for the quotation", () => {
  const evidence = { quote: 'we "chose" pnpm', uuid: "u-1", offset: 120, cues: ["chose"] };
  assertEquals(decodeEvidence(encodeEvidence(evidence)), evidence);
  assertEquals(decodeEvidence("[]"), { quote: "[]", uuid: undefined, offset: undefined, cues: [] });
});

Deno.test("evidence for another database names no row: neither of an edit nor of a proposal", () => {
  const said = { ...decodeEvidence("whole cents"), cues: ["ben proposes this for m3"] };
  const edited = {
    at: "2026-11-24T10:00:00Z",
    left: [{ table: "prompts", id: 4 }],
    keys: ["9f2c4a1be07d3355"],
  };
  const moved = movedEvidence(
    encodeEvidence({ ...said, edited, proposes: { memory: 3, forget: true, changed: [] } }),
  );
  assertEquals(decodeEvidence(moved ?? ""), { ...said, edited: { ...edited, left: [] } });
  assertEquals(movedEvidence(encodeEvidence(said)), encodeEvidence(said));
  assertEquals(movedEvidence(null), null);
});

testVerdicts(import.meta.filename, {
  words: (text: string) => wordsOf(text).map((word) => word.text).join(" "),
  stems: (text: string) => new Set(wordsOf(text).map(({ stem }) => stem)).size,
  hasSameKey: (one: Parameters<typeof memoryKey>, ...other: Parameters<typeof memoryKey>) =>
    memoryKey(...one) === memoryKey(...other),
  quoteOf: (text: string) => decodeEvidence(text).quote,
  parseCategory,
  parseItemId: (id: string) => parseItemId(id, "memory")?.ref,
});
