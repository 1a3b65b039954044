import fc from "fast-check";
import { equal, ok, strictEqual } from "node:assert/strict";
import { cutMiddle } from "../../src/base/cut.ts";
import { cleanJson, cleanText } from "../../src/privacy/clean.ts";
import { stripPrivateTags } from "../../src/privacy/private_tags.ts";
import { redactSecrets } from "../../src/privacy/redaction.ts";
import cases from "../privacy/labelled.ts";
import { hostile } from "./private_texts.ts";

const all = { redactSecrets: true };
const NEEDLE = "needle7391";

const blanks = fc.constantFrom("", " ", "\n", "\t ");
const tagName = fc.constantFrom("private", "mneme-context", "claude-mem-context", "system-reminder");
const anyCase = (name: string) =>
  fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) => [...name].map((c, i) => upper[i] ? c.toUpperCase() : c).join(""));
const delimiters = fc.constantFrom(["<", ">"], ["&lt;", "&gt;"], ["\\u003c", "\\u003e"], [
  "\\u003C",
  "\\u003E",
]);
const plain = fc.stringMatching(/^[a-z .,=:/"\n]{0,20}$/);

/** Balanced blocks with needles in them, nested at random, in any case and notation. */
const { block } = fc.letrec<{ block: string; content: string }>((tie) => ({
  block: tagName.chain((name) =>
    fc.tuple(anyCase(name), anyCase(name), blanks, blanks, delimiters, tie("content")).map((
      [open, close, a, b, [lt, gt], content],
    ) => `${lt}${open}${a}${gt}${content}${lt}/${close}${b}${gt}`)
  ),
  content: fc.oneof(
    { depthSize: "small" },
    fc.constant(NEEDLE),
    plain,
    fc.tuple(tie("block"), fc.constant(NEEDLE))
      .map((parts) => parts.join("")),
  ),
}));

Deno.test("no needle inside private blocks survives, and what is around them does", () => {
  fc.assert(fc.property(fc.array(fc.tuple(plain, block), { maxLength: 4 }), plain, (parts, last) => {
    const text = parts.flat().join("") + last;
    equal(stripPrivateTags(text), parts.map(([before]) => before).join("") + last);
  }));
});

Deno.test("no needle after a tag that stays open survives", () => {
  fc.assert(fc.property(plain, tagName, fc.array(block), hostile, (before, name, blocks, rest) => {
    const other = name === "private" ? "system-reminder" : "private";
    const text = `${before}<${name}>${blocks.join("")}${rest.replaceAll(name, other)}${NEEDLE}`;
    ok(!stripPrivateTags(text).includes(NEEDLE));
  }));
});

Deno.test("stripping, redacting and cleaning twice is the same as once", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const clean of [stripPrivateTags, redactSecrets, (t: string) => cleanText(t, all)]) {
        const once = clean(text);
        equal(clean(once), once);
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("a text of words and blanks stays as it is", () => {
  fc.assert(fc.property(fc.stringMatching(/^[A-Za-z ,.!?\n]{0,300}$/), (text) => {
    equal(cleanText(text, all), text);
  }));
});

Deno.test("a token in any JSON does not survive", () => {
  const token = ["gh", "p_", "a1B2c3D4", "e5F6g7H8", "i9J0k1L2", "m3N4o5P6", "q7R8"].join("");
  fc.assert(fc.property(fc.jsonValue({ depthSize: "medium" }), fc.nat(), (value, seed) => {
    let count = seed % 7;
    const planted = JSON.parse(
      JSON.stringify(value),
      (_, v) => typeof v === "string" && count-- <= 0 ? `${v} ${token}` : v,
    );
    ok(!JSON.stringify(cleanJson(planted, all)).includes(token));
  }));
});

Deno.test("cleanJson() is total, idempotent, and keeps an unchanged value", () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: "binary", depthSize: "medium" }), (value) => {
    const once = cleanJson(value, all);
    strictEqual(cleanJson(once, all), once);
    if (JSON.stringify(once) === JSON.stringify(value)) strictEqual(once, value);
  }));
});

Deno.test("cutMiddle() stays within its bytes and splits no character", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(400), (text, max) => {
    const cut = cutMiddle(text, max);
    ok(new TextEncoder().encode(cut).length <= max);
    ok(cut.isWellFormed());
  }));
});
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
