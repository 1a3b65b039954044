import { deepEqual, equal } from "node:assert/strict";
import { argumentAt, quotedAt } from "../../../src/privacy/matching.ts";

const CASES: readonly (readonly [what: string, text: string, quote: string, value: string | undefined])[] = [
  ["ends at the same mark", `two words" x`, `"`, "two words"],
  ["goes on behind an escaped mark", String.raw`a\"b c" x`, `"`, String.raw`a\"b c`],
  ["ends at a mark behind an escaped backslash", String.raw`a b\\" x`, `"`, String.raw`a b\\`],
  ["ends, in a string, at a mark with as many escapes", String.raw`two words\", x"`, `\\"`, "two words"],
  ["goes on, in a string, behind one with more", String.raw`a\\\"b c\" x`, `\\"`, String.raw`a\\\"b c`],
  ["does not go beyond the string around it", `a b", "c\\"`, `\\"`, undefined],
  ["does not go beyond its line", `a b\nc"`, `"`, undefined],
  ["does not take an apostrophe for an end", "it isn't so", "'", undefined],
  ["holds other marks", `it's "so" b' x`, "'", undefined],
  ["does not reach far", `${"a ".repeat(300)}"`, `"`, undefined],
];

for (const [what, text, quote, value] of CASES) {
  Deno.test(`quotedAt() ${what}`, () => equal(quotedAt(text, 0, quote), value));
}

Deno.test("argumentAt() reads what is in quotes, and else a word", () => {
  deepEqual(argumentAt(`-p 'two words'`, 4, "'"), { value: "two words", end: 13 });
  deepEqual(argumentAt("-p one two", 3, undefined), { value: "one", end: 6 });
  deepEqual(argumentAt("-p 'one two", 4, "'"), { value: "one", end: 7 });
});

Deno.test("argumentAt() finds the end of a long word, of which it returns the beginning", () => {
  const word = "a1".repeat(1000);
  deepEqual(argumentAt(`${word} b`, 0, undefined), { value: word.slice(0, 256), end: word.length });
});
