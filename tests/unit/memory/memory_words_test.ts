import { assertEquals } from "../../_support/assert.ts";
import { clausesOf, wordsOf } from "../../../src/memory/memory_statement.ts";

function texts(text: string): string[] {
  return wordsOf(text).map((word) => word.text);
}

Deno.test("wordsOf() keeps file names, versions and contractions whole, without the full stop after them", () => {
  assertEquals(texts("Don't touch src/a.ts, date-fns or v3.12."), [
    "don't",
    "touch",
    "src/a.ts",
    "date-fns",
    "or",
    "v3.12",
  ]);
});

Deno.test("wordsOf() gives pairs of signs where words have no blanks between them", () => {
  assertEquals(texts("設定はpnpm。"), ["設定", "定は", "pnpm"]);
  assertEquals(texts("테스트"), ["테스", "스트"]);
  assertEquals(texts("使"), ["使"]);
});

Deno.test("wordsOf() takes full-width and half-width forms for the same", () => {
  assertEquals(texts("ＰＮＰＭ"), ["pnpm"]);
});

Deno.test("wordsOf() brings the forms of an English word to one stem", () => {
  const stems = new Set(wordsOf("install installs installed installing").map(({ stem }) => stem));
  assertEquals(stems.size, 1);
});

Deno.test("wordsOf() of a text without words is empty", () => {
  assertEquals(texts(" … ?! —"), []);
});

Deno.test("clausesOf() splits at commas and dashes, not inside of numbers and names", () => {
  assertEquals(clausesOf("use pnpm, not npm - see a.ts: 3.1"), ["use pnpm", "not npm", "see a.ts", "3.1"]);
});
