import { decodeEvidence, encodeEvidence, movedEvidence } from "../../../src/memory/memory_evidence.ts";
import { clausesOf, wordsOf } from "../../../src/memory/memory_statement.ts";
import { rowIn } from "../../../src/cli/items/find_item.ts";
import { memoryKey, parseCategory } from "../../../src/memory/memory_text.ts";
import { assertEquals, assertNotEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

Deno.test("memoryKey() is the same for another case, punctuation and blanks, and no other", () => {
  const key = memoryKey("DECISION", "Use pnpm, not npm.");
  assertEquals(memoryKey("DECISION", "use  PNPM not npm"), key);
  assertNotEquals(memoryKey("PREFERENCE", "Use pnpm, not npm."), key);
  assertNotEquals(memoryKey("DECISION", "Use npm, not pnpm."), key);
  const names = ["C", "C++", "C#", "F#"].map((name) => memoryKey("DECISION", `Write it in ${name}.`));
  assertEquals(new Set(names).size, 4);
  assertNotEquals(memoryKey("DECISION", "🛒"), memoryKey("DECISION", "🚀"));
});

Deno.test("decodeEvidence() gives back what was encoded, and takes any other text for the quotation", () => {
  const evidence = { quote: 'we "chose" pnpm', uuid: "u-1", offset: 120, cues: ["chose"] };
  assertEquals(decodeEvidence(encodeEvidence(evidence)), evidence);
  for (const text of ["plain words", "{ half", '{"quote":1}', "[]"]) {
    assertEquals(decodeEvidence(text), { quote: text, uuid: undefined, offset: undefined, cues: [] });
  }
});

Deno.test("evidence for another database names no row: neither of an edit nor of a proposal", () => {
  const said = {
    quote: "whole cents",
    uuid: undefined,
    offset: undefined,
    cues: ["ben proposes this for m3"],
  };
  const edited = { at: "2026-11-24T10:00:00Z", left: [{ table: "prompts", id: 4 }] };
  const moved = movedEvidence(encodeEvidence({ ...said, edited, proposes: { memory: 3, forget: true } }));
  assertEquals(decodeEvidence(moved ?? ""), { ...said, edited: { ...edited, left: [] } });
  assertEquals(movedEvidence(encodeEvidence(said)), encodeEvidence(said));
  assertEquals(movedEvidence(null), null);
});

testVerdicts(import.meta.filename, {
  words: (text: string) => wordsOf(text).map((word) => word.text).join(" "),
  clausesOf,
  parseCategory,
  rowIn: (id: string) => rowIn("memory", id),
});

Deno.test("wordsOf() brings the forms of an English word to one stem", () => {
  const stems = new Set(wordsOf("install installs installed installing").map(({ stem }) => stem));
  assertEquals(stems.size, 1);
});
