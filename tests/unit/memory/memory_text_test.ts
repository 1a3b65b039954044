import { assertEquals, assertNotEquals } from "../../_support/assert.ts";
import { decodeEvidence, encodeEvidence } from "../../../src/memory/memory_evidence.ts";
import { memoryId, memoryKey, parseCategory, parseMemoryId } from "../../../src/memory/memory_text.ts";

Deno.test("memoryKey() is the same for another case, punctuation and blanks, and no other", () => {
  const key = memoryKey("DECISION", "Use pnpm, not npm.");
  assertEquals(memoryKey("DECISION", "use  PNPM not npm"), key);
  assertNotEquals(memoryKey("PREFERENCE", "Use pnpm, not npm."), key);
  assertNotEquals(memoryKey("DECISION", "Use npm, not pnpm."), key);
  assertNotEquals(memoryKey("DECISION", "🛒"), memoryKey("DECISION", "🚀"));
});

Deno.test("parseCategory() takes any case and a blank or hyphen, and nothing else", () => {
  assertEquals(["decision", "Tech-Debt", " session summary "].map(parseCategory), [
    "DECISION",
    "TECH_DEBT",
    "SESSION_SUMMARY",
  ]);
  assertEquals(["", "DECISIONS", "note"].map(parseCategory), [undefined, undefined, undefined]);
});

Deno.test("parseMemoryId() reads what memoryId() wrote, and a bare number", () => {
  assertEquals([memoryId(12), "12", " M12 "].map(parseMemoryId), [12, 12, 12]);
  assertEquals(["", "m", "m0", "s4", "m1.5", "m-1"].map(parseMemoryId).every((id) => id === undefined), true);
});

Deno.test("decodeEvidence() gives back what was encoded, and takes any other text for the quotation", () => {
  const evidence = { quote: 'we "chose" pnpm', uuid: "u-1", offset: 120, cues: ["chose"] };
  assertEquals(decodeEvidence(encodeEvidence(evidence)), evidence);
  for (const text of ["plain words", "{ half", '{"quote":1}', "[]"]) {
    assertEquals(decodeEvidence(text), { quote: text, uuid: undefined, offset: undefined, cues: [] });
  }
});
