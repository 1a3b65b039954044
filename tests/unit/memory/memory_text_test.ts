import { decodeEvidence, encodeEvidence, movedEvidence } from "../../../src/memory/memory_evidence.ts";
import { clausesOf, wordsOf } from "../../../src/memory/memory_statement.ts";
import { rowIn } from "../../../src/cli/items/find_item.ts";
import { memoryId, memoryKey, parseCategory } from "../../../src/memory/memory_text.ts";
import { assertEquals, assertNotEquals } from "../../_support/assert.ts";

Deno.test("memoryKey() is the same for another case, punctuation and blanks, and no other", () => {
  const key = memoryKey("DECISION", "Use pnpm, not npm.");
  assertEquals(memoryKey("DECISION", "use  PNPM not npm"), key);
  assertNotEquals(memoryKey("PREFERENCE", "Use pnpm, not npm."), key);
  assertNotEquals(memoryKey("DECISION", "Use npm, not pnpm."), key);
  const names = ["C", "C++", "C#", "F#"].map((name) => memoryKey("DECISION", `Write it in ${name}.`));
  assertEquals(new Set(names).size, 4);
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

Deno.test("rowIn() reads an id, and a bare number", () => {
  assertEquals([memoryId(12), "12", " M12 "].map((id) => rowIn("memory", id)), [12, 12, 12]);
  const others = ["", "m", "m0", "s4", "m1.5", "m-1"];
  assertEquals(others.map((id) => rowIn("memory", id)), others.map(() => undefined));
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

/** Words separated by blanks: names, versions and contractions are whole; scripts without blanks give pairs of signs. */
const WORDS: Readonly<Record<string, string>> = {
  "Don't touch src/a.ts, date-fns or v3.12.": "don't touch src/a.ts date-fns or v3.12",
  "設定はpnpm。": "設定 定は pnpm",
  "테스트": "테스 스트",
  "使": "使",
  "ＰＮＰＭ": "pnpm",
  " … ?! —": "",
};

for (const [text, words] of Object.entries(WORDS)) {
  Deno.test(`wordsOf() reads ${text}`, () => {
    assertEquals(wordsOf(text).map((word) => word.text).join(" "), words);
  });
}

Deno.test("wordsOf() brings the forms of an English word to one stem", () => {
  const stems = new Set(wordsOf("install installs installed installing").map(({ stem }) => stem));
  assertEquals(stems.size, 1);
});

Deno.test("clausesOf() splits at commas and dashes, not inside of numbers and names", () => {
  assertEquals(clausesOf("use pnpm, not npm - see a.ts: 3.1"), ["use pnpm", "not npm", "see a.ts", "3.1"]);
});
