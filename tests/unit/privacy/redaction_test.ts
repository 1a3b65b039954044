import { deepEqual, equal } from "node:assert/strict";
import { redactSecrets } from "../../../src/privacy/redaction.ts";
import { casesOf } from "../../_support/cases.ts";
import cases from "../../privacy/secret_cases.json" with { type: "json" };

function filled(text: string, secret: string): string {
  const at = text.indexOf("{}");
  return text.slice(0, at) + secret + text.slice(at + 2);
}

for (const { name, kind, text, secret } of cases.secrets) {
  Deno.test(`redactSecrets() hides, once and again: ${name}`, () => {
    const clean = redactSecrets(filled(text, secret.join("")));
    equal(clean, filled(text, `[redacted:${kind}]`));
    equal(redactSecrets(clean), clean);
  });
}

for (const { name, text } of cases.lookAlikes) {
  Deno.test(`redactSecrets() leaves alone: ${name}`, () => equal(redactSecrets(text), text));
}

Deno.test("redactSecrets() hides all secrets of one text, in their order", () => {
  const all = cases.secrets.filter(({ name }) => !name.includes("cut off"));
  const text = all.map((one) => filled(one.text, one.secret.join(""))).join("\n\n");
  const expected = all.map((one) => filled(one.text, `[redacted:${one.kind}]`)).join("\n\n");
  deepEqual(redactSecrets(text).split("\n\n"), expected.split("\n\n"));
});

/** As terminals show it, as JSON has it, and as programs write it. */
const COLOURS = [
  ["\u001b[32m", "\u001b[0m"],
  ["\u001b[1m", "\u001b(B\u001b[m"], // of tput
  ["\u001b]8;;https://a.example\u0007", "\u001b]8;;\u001b\\"],
  ["\\u001b[1;39m", "\\u001b[m"],
  ["\\u001B[1m", "\\u001B(B\\u001B[m"],
  ["\\033[01;31m", "\\x1b[K"],
] as const;

for (const [on, off] of COLOURS) {
  Deno.test(`redactSecrets() hides what ${JSON.stringify(on)} colours, name, value or a part of either`, () => {
    const value = ["abcd1234", "efgh5678", "ijkl"].join("");
    const hidden = "API_KEY=[redacted:key] x";
    equal(redactSecrets(`${on}API_KEY${off}=${on}${value}${off} x`), hidden);
    equal(redactSecrets(`${on}API${off}_KEY=${value.slice(0, 6)}${on}${value.slice(6)}${off} x`), hidden);
    const found = redactSecrets(`${on}API_KEY${off}: see ${on}docs${off}`);
    equal(found, `${on}API_KEY${off}: see ${on}docs${off}`);
  });
}

Deno.test("redactSecrets() leaves the colours around a secret where it finds it without them", () => {
  const [on, off] = COLOURS[0];
  const found = redactSecrets(`${on}a${off} API_KEY=${["abcd1234", "efgh"].join("")}`);
  equal(found, `${on}a${off} API_KEY=[redacted:key]`);
});

Deno.test("redactSecrets() reads texts made of nothing but beginnings", () => {
  for (const unit of casesOf<string[]>(import.meta.filename).flat()) {
    const text = unit.repeat(20_000);
    equal(redactSecrets(redactSecrets(text)), redactSecrets(text));
  }
});
