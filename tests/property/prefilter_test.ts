import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { cleanJson, cleanText } from "../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../src/privacy/prefilter.ts";
import { bare, hostile, password, telling, text } from "./private_texts.ts";

const all = { redactSecrets: true };
const label = fc.constantFrom("key", "field", "label", "selector");
/** A call with a secret's name anywhere in its path or command, and a result without it. */
const sign = fc.constantFrom(..."cat |/| |, |=|)|.txt|.md|openssl rand".split("|"));
const call = fc.tuple(fc.constantFrom("command", "file_path"), fc.array(fc.oneof(telling, sign)), bare)
  .map(([key, parts, value]) => [{ [key]: parts.join("") }, value]);
/** A text at any depth: as a value, under a telling key, with a label, after an option, inside JSON in a string. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.dictionary(fc.oneof(telling, hostile), fc.oneof(text, bare, password, tie("json")), { maxKeys: 3 }),
    fc.array(fc.oneof(text, tie("json")), { maxLength: 3 }),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => ({ name, value })),
    fc.tuple(label, telling, fc.oneof(bare, password)).map(([key, name, value]) => ({ value, [key]: name })),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => [`--${name}`, value]),
    fc.tuple(telling, fc.oneof(bare, password)).map(([Name, Value]) => ({ Name, Value })),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => ({ [name]: { type: "x", value } })),
    tie("json").map((value) => ({ n: 1, text: JSON.stringify(value) })),
    call,
  ),
}));

Deno.test("mayNeedCleaning() is true of every text that cleaning changes", () => {
  fc.assert(
    fc.property(text, (original) => {
      if (cleanText(original, all) !== original) ok(mayNeedCleaning(original), original);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("mayNeedCleaning() is true of every value that cleaning changes", () => {
  fc.assert(
    fc.property(json, (original) => {
      if (cleanJson(original, all) !== original) {
        ok(mayNeedCleaning(original), JSON.stringify(original));
        ok(mayNeedCleaning([original, undefined]), JSON.stringify(original));
      }
    }),
    { numRuns: 5000 },
  );
});

Deno.test("mayNeedCleaning() is true of JSON nested too deep, in objects, lists and both", () => {
  const shapes = [
    (inner: unknown) => ({ a: inner }),
    (inner: unknown) => [inner],
    (inner: unknown) => [0, inner],
  ];
  const nested = fc.array(fc.constantFrom(...shapes), { minLength: 201, maxLength: 260 });
  fc.assert(fc.property(nested, (layers) => {
    const value = layers.reduce((inner, layer) => layer(inner), null as unknown);
    ok(mayNeedCleaning(value));
  }));
});

Deno.test("a private block in a long text is gone, however its brackets are written", () => {
  const written = ["<", "&lt;", "&#60;", "&#x3c;", "\\u003c", "\\x3c", "\\\\u003c", "< /", "<\\/"];
  for (const start of written.flatMap((each) => [each, each.toUpperCase()])) {
    for (const name of ["private", "MNEME-CONTEXT", "Claude-Mem-Context", "system-reminder"]) {
      const long = `${"words ".repeat(1500)}${start}${name}> hidden`;
      ok(cleanText(long, all) !== long, start + name);
      ok(mayNeedCleaning(long), start + name);
    }
  }
});

/** Texts cut into the lines of a patch, or the parts of an answer, where one may tell of another. */
const list = fc.tuple(
  fc.array(text, { minLength: 1, maxLength: 3 }),
  fc.constantFrom("", " ", "+", "-"),
  fc.boolean(),
  fc.double({ min: 0, max: 1, noNaN: true }),
).map(([texts, sign, isText, at]) => {
  const whole = texts.join("\n");
  const place = Math.round(at * whole.length);
  const lines = `${whole.slice(0, place)}\n${whole.slice(place)}`.split("\n").map((line) => sign + line);
  return isText ? lines.map((text) => ({ type: "text", text })) : lines;
});

Deno.test("mayNeedCleaning() is true of every list that cleaning changes, also where its items tell of each other", () => {
  let together = 0;
  fc.assert(
    fc.property(list, fc.boolean(), (items, isLong) => {
      const value = isLong ? { lines: items, stdout: "words ".repeat(1500) } : { lines: items };
      if (cleanJson(value, all) === value) return;
      ok(mayNeedCleaning(value), JSON.stringify(value));
      if (items.every((item) => cleanJson(item, all) === item)) together++;
    }),
    { numRuns: 4000 },
  );
  ok(together > 10, String(together));
});

Deno.test("cleanJson() leaves nothing of a private block in a list, and all that is around it", () => {
  const word = fc.constantFrom("a", "b c", "", "}", "</b>", "d");
  const signed = fc.tuple(fc.constantFrom(" ", "+", "-"), fc.array(word, { maxLength: 5 }));
  fc.assert(fc.property(fc.array(fc.tuple(signed, signed), { minLength: 1, maxLength: 4 }), (parts) => {
    const open = parts.map(([[sign, words]]) => words.map((word) => sign + word));
    const hidden = parts.map(([, [sign, words]]) => words.map((word) => `${sign}${word}needle`));
    const items = cleanJson(
      open.flatMap((lines, i) => [...lines, " <private>", ...hidden[i]!, " </private>"]),
      all,
    ) as string[];
    ok(!JSON.stringify(items).includes("needle"));
    const kept = items.filter((item) => item.trim() !== "" && item !== "+" && item !== "-");
    const found = JSON.stringify(kept);
    equal(found, JSON.stringify(open.flat().filter((item) => item.slice(1) !== "")));
  }));
});

Deno.test("mayNeedCleaning() is true of a huge text with a file of passwords named in the middle that is cut", () => {
  const filler = "words \n".repeat(60_000);
  const huge = `${filler}cat ~/.pgpass${filler}\nlocalhost:5432:shop:app:s3cretPw9\n`;
  const options = { ...all, maxBytes: 12_000 };
  ok(!JSON.stringify(cleanJson({ stdout: huge }, options)).includes("s3cretPw9"));
  ok(mayNeedCleaning({ stdout: huge }, 12_000));
});
