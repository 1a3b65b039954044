import { deepStrictEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { cleanerFor } from "../../src/core/privacy/cleaner.ts";
import { cleanJson, cleanText } from "../../src/core/privacy/clean.ts";
import { cutMiddle } from "../../src/core/cut_middle.ts";
import { cutterFor } from "../../src/core/privacy/large_texts.ts";
import cases from "../unit/core/privacy/secret_cases.json" with { type: "json" };
import { DEFAULT_SETTINGS, type Settings } from "../../src/core/settings.ts";
import { hostile, labelled, telling } from "./private_texts.ts";

const FILLERS = [
  "plain words, ",
  "one test PASSED\n",
  "✓ adds up (3 ms)\n",
  "  if (total > 0) return rows[0];\n",
];

function settingsWith(maxBytes: number): Settings {
  return { ...DEFAULT_SETTINGS, capture: { ...DEFAULT_SETTINGS.capture, max_field_bytes: maxBytes } };
}

/** So long that its middle is not searched, with something in it anywhere. */
const large = fc.record({
  filler: fc.constantFrom(...FILLERS),
  units: fc.constantFrom(5000, 40_000, 90_000),
  part: fc.oneof(hostile, labelled, fc.constant("")),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
}).map(({ filler, units, part, at }) => {
  const text = filler.repeat(units / filler.length);
  const place = Math.round(at * text.length);
  return `${text.slice(0, place)}\n${part}\n${text.slice(place)}`;
});
const maxBytes = fc.constantFrom(1024, 8000, 262_144);

Deno.test("cutterFor() knows a large text only where the rules would but cut it", () => {
  let known = 0;
  fc.assert(
    fc.property(large, maxBytes, (text, max) => {
      const cutter = cutterFor(text, settingsWith(max));
      if (cutter === undefined) return;
      known++;
      equal(cutter.cleanText(text), cleanText(text, { redactSecrets: true, maxBytes: max }));
    }),
    { numRuns: 600 },
  );
  ok(known > 150, String(known));
});

Deno.test("cutterFor() knows a large value only where the rules would but cut its strings", () => {
  let known = 0;
  const value = fc.record({ [`stdout`]: large, other: fc.oneof(hostile, fc.constant("ok")), name: telling }, {
    requiredKeys: ["stdout"],
  }).chain((record) => fc.constantFrom(record, [record, null], { list: ["--x", record.stdout], n: 1 }));
  const named = fc.tuple(telling, large).map(([name, text]) => ({ [name]: text }));
  fc.assert(
    fc.property(fc.oneof(value, named), maxBytes, (json, max) => {
      const cutter = cutterFor(json, settingsWith(max));
      if (cutter === undefined) return;
      known++;
      deepStrictEqual(cutter.cleanJson(json), cleanJson(json, { redactSecrets: true, maxBytes: max }));
    }),
    { numRuns: 600 },
  );
  ok(known > 50, String(known));
});

Deno.test("cutterFor() leaves a private block in the middle of a huge text to the rules, and a secret at either end", () => {
  const words = "plain words ".repeat(60_000);
  const token = ["gh", "p_", "a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6"].join("");
  const settings = settingsWith(262_144);
  for (const text of [`${words}<private>${words}`, `${token} ${words}`, `${words}API_TOKEN=${token}`]) {
    equal(cutterFor(text, settings), undefined);
    equal(cutterFor({ a: [text] }, settings), undefined);
  }
  equal(cutterFor(`${words}${words}`, settings)?.cleanText(words), cutMiddle(words, 262_144));
});

Deno.test("cutterFor() leaves every labelled secret at either end of a huge text to the rules, in any case", () => {
  const words = "plain words ✓ ".repeat(40_000);
  const settings = settingsWith(262_144);
  let known = 0;
  for (const { text, secret } of cases.secrets) {
    const original = text.replace("{}", () => secret.join(""));
    for (const written of [original, original.toUpperCase(), original.toLowerCase()]) {
      if (cleanText(written, { redactSecrets: true }) === written) continue;
      known++;
      equal(cutterFor(`${written}\n${words}`, settings), undefined, written);
      equal(cutterFor(`${words}\n${written}`, settings), undefined, written);
    }
  }
  ok(known > cases.secrets.length, String(known));
});

Deno.test("cutterFor() leaves the lines of a file of passwords to the rules, wherever in a huge text it is named", () => {
  const words = "plain words ".repeat(30_000);
  const settings = settingsWith(262_144);
  const pgpass = ["db.example:5432:app:joe", "Zx81kkQpl2"].join(":");
  const netrc = ["login joe\npassword", "hunterabc"].join(" ");
  for (const [name, line] of [["pgpass", pgpass], ["netrc", netrc]]) {
    for (const text of [`${line}\n${words} .${name} ${words}`, `${words} .${name} ${words}\n${line}\n`]) {
      equal(cutterFor({ stdout: text }, settings), undefined, name);
    }
  }
  ok(cutterFor({ stdout: `${pgpass}\n${words}${words}` }, settings));
});

Deno.test("cutterFor() leaves to the rules what the middle of a huge text may tell of another one", () => {
  const words = "plain words\n".repeat(9000);
  const head = ["-----BEGIN RSA", "PRIVATE KEY-----\n"].join(" ");
  const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
  const printed = ["Tr0ub4dor", "3xyz"].join("&");
  const login = ["machine h login joe", "password hunterabc"];
  const calls: readonly (readonly [kept: unknown[], secret: string])[] = [
    [[{}, [`${words}${head}${body}\n${words}`, body]], body],
    [[{ command: `${words}get secrets db${words}` }, { stdout: words, stderr: printed }], printed],
    [[{ command: `${"true\n".repeat(1000)}pass show db` }, { stdout: words, stderr: printed }], printed],
    [[{}, { stdout: `${words}~/.netrc\n${words}`, stderr: login.join(" ") }], "hunterabc"],
    [[{}, { stdout: `${words}~/.netrc\n${words}`, lines: login }], "hunterabc"],
  ];
  const settings = settingsWith(8000);
  for (const [kept, secret] of calls) {
    equal(cutterFor(kept, settings), undefined, secret);
    ok(!JSON.stringify(cleanerFor(settings, kept).cleanJson(kept[1])).includes(secret));
  }
  ok(cutterFor([{ command: "true" }, [words, "plain"]], settings));
  const off = { ...settings, privacy: { ...settings.privacy, redact_secrets: false } };
  ok(cutterFor([{}, [`${words}${head}${words}`, body]], off));
});

/** The first lines tell what the last ones are, with so much between that it is not searched. */
const FAR_TOLD: readonly (readonly [head: string, line: string, secret: string])[] = [
  ["# Netscape HTTP Cookie File", ".x.com\tTRUE\t/\tTRUE\t1799999999\tsid\tq8Zr4Lm2Wx", "q8Zr4Lm2Wx"],
  ["+----+----------+\n| user | password |\n+----+----------+", "| bob | hunter!7q8Zr |", "hunter!7q8Zr"],
  ["file:\n  1→| user | password |\n  2→|---|---|", "  3→| bob | hunter!7q8Zr |", "hunter!7q8Zr"],
  [" user | password\n------+----------", " bob  | hunter!7q8Zr", "hunter!7q8Zr"],
  ["INSERT INTO users (name, password) VALUES", "('bob', 'hunter!7q8Zr'),", "hunter!7q8Zr"],
];

for (const [head, line, secret] of FAR_TOLD) {
  Deno.test(`${JSON.stringify(head)} tells of the lines at the end of a huge text`, () => {
    for (const before of ["", "plain words\n".repeat(9000)]) {
      const text = `${before}${head}\n${`${line}\n`.repeat(9000)}`;
      for (const written of [text, JSON.stringify(text)]) {
        equal(cutterFor({ stdout: written }, settingsWith(8000)), undefined);
        ok(!cleanText(written, { redactSecrets: true, maxBytes: 8000 }).includes(secret));
      }
    }
  });
}

Deno.test("cutterFor() leaves a private tag with colours in it to the rules, wherever in a huge text it stands", () => {
  const words = "plain <b> words \x1b[1m✓\x1b[m ".repeat(12_000);
  const colours = ["\x1b[01;31m\x1b[K", "\\u001b[1m", "\\x1b[0m", "\\033[1m"];
  for (const colour of colours) {
    const cut = (tag: string) => fc.nat(tag.length).map((at) => tag.slice(0, at) + colour + tag.slice(at));
    const tag = fc.constantFrom(
      "<private>",
      "&lt;system-reminder>",
      "\\u003cMneme-Context>",
      "< /\\private>",
    );
    fc.assert(
      fc.property(tag.chain(cut), (tag) => {
        const text = `${words}\n${tag}\n${words}`;
        if (cleanText(text, { redactSecrets: false }) === text) return;
        equal(cutterFor({ stdout: text }, settingsWith(8000)), undefined, tag);
      }),
      { numRuns: 30 },
    );
  }
  ok(cutterFor({ stdout: words }, settingsWith(8000)));
});
