import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { cleanJson, cleanText } from "../../src/privacy/clean.ts";
import { cutMiddle } from "../../src/base/cut.ts";
import cases from "../privacy/labelled.ts";

const all = { redactSecrets: true };
const MARGIN = 32_768;

const secret = fc.constantFrom(...cases.secrets.filter(({ name }) => !name.includes("cut off")))
  .map(({ text, secret }) => `\n${text.replace("{}", () => secret.join(""))}\n`);
const filler = fc.constantFrom("plain words, ", "é→😀 ", "x = f(a)\n", "😀");
const maxBytes = fc.integer({ min: 100, max: 20_000 });

/** Long enough that the middle is not searched, with secrets at places counted from either end. */
const place = fc.record({ secret, at: fc.integer({ min: 0, max: 11_000 }) });
const planted = fc.record({
  filler,
  heads: fc.array(place, { maxLength: 4 }),
  tails: fc.array(place, { maxLength: 4 }),
  shift: fc.nat(3),
}).map(({ filler, heads, tails, shift }) => {
  const half = "-".repeat(shift) + filler.repeat(60_000 / filler.length);
  const head = heads.reduce((text, { secret, at }) => withInsert(text, secret, at), half);
  return head + tails.reduce((text, { secret, at }) => withInsert(text, secret, text.length - at), half);
});

function withInsert(text: string, part: string, at: number): string {
  const place = (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
  return text.slice(0, place) + part + text.slice(place);
}

Deno.test("cleanText() with a limit is the same as cleaning all and cutting then", () => {
  fc.assert(
    fc.property(planted, maxBytes, (text, max) => {
      equal(cleanText(text, { ...all, maxBytes: max }), cutMiddle(cleanText(text, all), max));
    }),
    { numRuns: 60 },
  );
});

Deno.test("cleanText() with a limit strips a private block that opens in the middle", () => {
  const text = `${"a".repeat(100_000)}<private>${"b".repeat(100_000)}`;
  equal(cleanText(text, { ...all, maxBytes: 1000 }), cutMiddle("a".repeat(100_000), 1000));
});

Deno.test("cleanText() with a limit leaves no half of a key of 16384 bits across a cut", () => {
  const line = `${"Zk9".repeat(21)}Q\n`;
  const key = `-----BEGIN PRIVATE KEY-----\n${line.repeat(200)}-----END PRIVATE KEY-----`;
  fc.assert(
    fc.property(fc.integer({ min: 5000, max: 20_000 }), (at) => {
      const words = "plain words ".repeat(10_000);
      for (const text of [words.slice(0, at) + key + words, words + key + words.slice(0, at)]) {
        const cut = cleanText(text, { ...all, maxBytes: 36_000 });
        ok(!cut.includes("Zk9"));
        equal(cut, cutMiddle(cleanText(text, all), 36_000));
      }
    }),
    { numRuns: 20 },
  );
});

Deno.test("cleanText() with a limit searches everything when an end is full of secrets", () => {
  const token = ["gh", "p_", "a1B2c3D4".repeat(500)].join("");
  const text = `${token} `.repeat(100);
  equal(cleanText(text, { ...all, maxBytes: 1000 }), cutMiddle(cleanText(text, all), 1000));
});

Deno.test("cleanText() leaves what it has cut as it is", () => {
  fc.assert(
    fc.property(planted, maxBytes, (text, max) => {
      const once = cleanText(text, { ...all, maxBytes: max });
      equal(cutMiddle(once, max), once);
    }),
    { numRuns: 20 },
  );
});

Deno.test("cleanJson() with a limit cuts strings of any length, under telling names too, and no keys", () => {
  const long = "word ".repeat(MARGIN);
  const key = "k".repeat(300);
  const value = { long, [key]: "w ".repeat(300), password: long, note: "short" };
  const cut = (text: string) => cutMiddle(text, 200);
  equal(
    JSON.stringify(cleanJson(value, { ...all, maxBytes: 200 })),
    JSON.stringify({ long: cut(long), [key]: cut("w ".repeat(300)), password: cut(long), note: "short" }),
  );
});
