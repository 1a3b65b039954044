import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { cleanJson, cleanText } from "../../src/core/privacy/clean.ts";
import { mayNeedCleaning } from "../../src/core/privacy/privacy_signs.ts";
import cases from "../unit/core/privacy/secret_cases.json" with { type: "json" };
import { bare, hostile, password, telling, text } from "./private_texts.ts";

const all = { redactSecrets: true };

/** A text at any depth: as a value, under a telling key, with a label, after an option, inside JSON in a string. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.dictionary(fc.oneof(telling, hostile), fc.oneof(text, bare, password, tie("json")), { maxKeys: 3 }),
    fc.array(fc.oneof(text, tie("json")), { maxLength: 3 }),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => ({ name, value })),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => ({ value, key: name })),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => [`--${name}`, value]),
    fc.tuple(telling, fc.oneof(bare, password)).map(([Name, Value]) => ({ Name, Value })),
    fc.tuple(telling, fc.oneof(bare, password)).map(([name, value]) => ({ [name]: { type: "x", value } })),
    tie("json").map((value) => ({ n: 1, text: JSON.stringify(value) })),
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

/** Beyond 8192 units other looks are the cheaper ones. */
const LONG = "one test PASSED, none failed\n".repeat(300);

Deno.test("mayNeedCleaning() is true of every long text that cleaning changes", () => {
  fc.assert(
    fc.property(text, fc.boolean(), (original, isFirst) => {
      const long = isFirst ? `${original}\n${LONG}` : LONG + original;
      if (cleanText(long, all) === long) return;
      ok(mayNeedCleaning(long), original);
      ok(mayNeedCleaning({ stdout: long, interrupted: false }), original);
    }),
    { numRuns: 1500 },
  );
});

Deno.test("mayNeedCleaning() is true of every value that cleaning changes, and of its JSON text", () => {
  fc.assert(
    fc.property(json, (original) => {
      if (cleanJson(original, all) !== original) {
        ok(mayNeedCleaning(JSON.stringify(original)), JSON.stringify(original));
        ok(mayNeedCleaning(original), JSON.stringify(original));
        ok(mayNeedCleaning([original, undefined]), JSON.stringify(original));
      }
    }),
    { numRuns: 5000 },
  );
});

Deno.test("mayNeedCleaning() is true of every labelled secret, plain and as JSON in JSON", () => {
  for (const { text, secret } of cases.secrets) {
    const original = text.replace("{}", () => secret.join(""));
    ok(mayNeedCleaning(original), original);
    ok(mayNeedCleaning(JSON.stringify({ a: [JSON.stringify({ b: original })] })), original);
  }
});

Deno.test("mayNeedCleaning() is true of every labelled secret in a long text, whatever the case of its letters", () => {
  for (const { text, secret } of cases.secrets) {
    const original = text.replace("{}", () => secret.join(""));
    for (const written of [original, original.toUpperCase(), original.toLowerCase()]) {
      const long = `${LONG}${written}\n${LONG}`;
      ok(mayNeedCleaning(long) || cleanText(long, all) === long, written);
    }
  }
});

/** What stands in the first cell of a table, of which the quick look reads less than the rules do. */
const cell = fc.array(
  fc.constantFrom(
    ..."password,Pass,pwd,secret,access,api,API,key,KEY,session,token,s,_, ,-,.,*,`,auth,of".split(","),
  ),
  { minLength: 1, maxLength: 6 },
).map((parts) => parts.join(""));

Deno.test("mayNeedCleaning() is true of every table that cleaning changes", () => {
  const value = ["a8F3kz0Q", "q1LmV7xT"].join("");
  let changed = 0;
  fc.assert(
    fc.property(cell, fc.boolean(), fc.boolean(), (name, isColumn, isLong) => {
      const table = isColumn ? `| user |${name}|\n|--|--|\n| me | ${value} |` : `|${name}| ${value} |`;
      const text = isLong ? LONG + table : table;
      if (cleanText(text, all) === text) return;
      changed++;
      ok(mayNeedCleaning(text), table);
      ok(mayNeedCleaning({ stdout: text }), table);
    }),
    { numRuns: 4000 },
  );
  ok(changed > 300, String(changed));
});

Deno.test("mayNeedCleaning() is true of JSON nested too deep, in objects, lists and both", () => {
  const shapes: readonly ((inner: unknown) => unknown)[] = [(inner) => ({ a: inner }), (inner) => [inner], (
    inner,
  ) => [0, inner]];
  const nested = fc.array(fc.constantFrom(...shapes), { minLength: 201, maxLength: 260 });
  fc.assert(fc.property(nested, (layers) => {
    const value = layers.reduce((inner, layer) => layer(inner), null as unknown);
    ok(mayNeedCleaning(value));
  }));
});

Deno.test("mayNeedCleaning() is false of words and blanks", () => {
  const words = fc.array(
    fc.constantFrom("the", "list", "of", "files", "README.md", "12", "src/main.ts", "\n"),
  );
  fc.assert(fc.property(words, (parts) => {
    equal(mayNeedCleaning(JSON.stringify({ stdout: parts.join(" ") })), false);
  }));
});

Deno.test("a private block in a long text is gone, however its brackets are written", () => {
  const written = ["<", "&lt;", "&#60;", "&#x3c;", "\\u003c", "\\x3c", "\\\\u003c", "< /", "<\\/"];
  for (const start of written.flatMap((each) => [each, each.toUpperCase()])) {
    for (const name of ["private", "MNEME-CONTEXT", "Claude-Mem-Context", "system-reminder"]) {
      const long = `${LONG}${start}${name}> hidden`;
      ok(cleanText(long, all) !== long, start + name);
      ok(mayNeedCleaning(long), start + name);
    }
  }
});

Deno.test("mayNeedCleaning() is true of a long text with a generated value beside a telling name", () => {
  const value = ["a1B2c3D4", "e5F6g7H8", "i9J0"].join("");
  for (
    const name of ["password", "passphrase", "db_pwd", "token", "secret", "credential", "api_key", "API-KEY"]
  ) {
    for (
      const beside of [
        `ENV ${name.toUpperCase()} ${value}`,
        `the ${name}  ${value}`,
        `("${name}", "${value}")`,
      ]
    ) {
      const long = `${LONG}${beside}\n`;
      ok(mayNeedCleaning(long) || cleanText(long, all) === long, beside);
    }
  }
});

Deno.test("mayNeedCleaning() is true where one long text names the file of passwords that another one shows", () => {
  const shown = ["machine x\nlogin joe\npassword hunterabc\n", "db.example:5432:app:joe:swordfish\n"];
  for (const [name, lines] of [["~/.netrc", shown[0]], ["~/.pgpass", shown[1]]]) {
    ok(mayNeedCleaning([`${LONG}cat ${name}`, `${LONG}${lines}`]), name);
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
      const value = isLong ? { lines: items, stdout: LONG } : { lines: items };
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
    const hidden = parts.map((
      [, [sign, words]],
    ) => [" <private>", ...words.map((word) => `${sign}${word}needle`), " </private>"]);
    const items = cleanJson(open.flatMap((lines, i) => [...lines, ...hidden[i]!]), all) as string[];
    ok(!JSON.stringify(items).includes("needle"));
    const kept = items.filter((item) => item.trim() !== "" && item !== "+" && item !== "-");
    equal(
      JSON.stringify(kept),
      JSON.stringify(open.flat().filter((item) => item.slice(1) !== "")),
    );
  }));
});
