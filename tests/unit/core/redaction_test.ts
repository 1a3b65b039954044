import { deepEqual, equal, ok } from "node:assert/strict";
import { redactSecrets } from "../../../src/core/redaction.ts";
import cases from "./secret_cases.json" with { type: "json" };

function filled(text: string, secret: string): string {
  const at = text.indexOf("{}");
  return text.slice(0, at) + secret + text.slice(at + 2);
}

for (const { name, kind, text, secret } of cases.secrets) {
  Deno.test(`redactSecrets() hides: ${name}`, () => {
    equal(redactSecrets(filled(text, secret.join(""))), filled(text, `[redacted:${kind}]`));
  });
}

for (const { name, text } of cases.lookAlikes) {
  Deno.test(`redactSecrets() leaves alone: ${name}`, () => equal(redactSecrets(text), text));
}

Deno.test("redactSecrets() knows at least 40 shapes and 40 look-alikes", () => {
  ok(cases.secrets.length >= 40);
  ok(cases.lookAlikes.length >= 40);
});

Deno.test("redactSecrets() changes nothing when it is done again", () => {
  for (const { text, secret } of cases.secrets) {
    const once = redactSecrets(filled(text, secret.join("")));
    equal(redactSecrets(once), once);
  }
});

Deno.test("redactSecrets() hides all secrets of one text, in their order", () => {
  const all = cases.secrets.filter(({ name }) => !name.includes("cut off"));
  const text = all.map((one) => filled(one.text, one.secret.join(""))).join("\n\n");
  const expected = all.map((one) => filled(one.text, `[redacted:${one.kind}]`)).join("\n\n");
  deepEqual(redactSecrets(text).split("\n\n"), expected.split("\n\n"));
});

Deno.test("redactSecrets() hides both halves of an AWS pair printed side by side", () => {
  const pair = [
    "AK",
    "IA",
    "ABCDEFGH",
    "2345672A",
    "\t",
    "abcdefghij",
    "ABCDEFGHIJ",
    "0123456789",
    "klmnopqrs/",
  ].join("");
  equal(redactSecrets(pair), "[redacted:aws-access-key]\t[redacted:aws-secret-key]");
});

Deno.test("redactSecrets() reads texts made of nothing but beginnings", () => {
  for (
    const unit of ["-----BEGIN", "eyJ", "-eyJ", "a:a:a:", "://a:", "=", "sk-A", "password=", "token='", " -p"]
  ) {
    const text = unit.repeat(20_000);
    equal(redactSecrets(redactSecrets(text)), redactSecrets(text));
  }
});
