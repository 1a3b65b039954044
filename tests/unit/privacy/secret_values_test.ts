import { equal } from "node:assert/strict";
import { isRandom, isSecretValue, type ValueForm } from "../../../src/privacy/heuristics.ts";

const CASES: readonly (readonly [value: string, quoted: boolean, setting: boolean, bare: boolean])[] = [
  ["hunter2hunter2", true, true, true],
  ["p4ss", false, true, false],
  ["correcthorse", true, true, false],
  ["tr0ub4dor&3", true, true, true],
  ["123456", true, true, false],
  ["string", false, false, false],
  ["${PASSWORD1}", false, false, false],
  ["your-password-1", false, false, false],
  ["config.password2", false, false, false],
  ["/run/secrets/db1", false, false, false],
  ["https://a.example/1", false, false, false],
  ["Enter your password 1", false, false, false],
  ["[redacted:password]", false, false, false],
];

for (const [value, quoted, setting, bare] of CASES) {
  Deno.test(`isSecretValue() judges ${value} by where it stands`, () => {
    const forms: ValueForm[] = ["quoted", "setting", "bare"];
    const judged = forms.map((form) => isSecretValue(value, "password", form));
    equal(judged.join(), [quoted, setting, bare].join());
  });
}

Deno.test("isSecretValue() takes digits alone for a password, never for a token", () => {
  equal(isSecretValue("123456", "password", "quoted"), true);
  equal(isSecretValue("123456", "token", "quoted"), false);
});

Deno.test("isRandom() tells generated text from words and fillers", () => {
  equal(isRandom("aB3dE6gH9jK2mN5p"), true);
  equal(isRandom("0123456789abcdef0123456789abcdef"), true);
  equal(isRandom("skeleton-loading-wrapper"), false);
  equal(isRandom("xxxxxxxxxxxxxxxxxxxx1"), false);
  equal(isRandom("container-id-12"), false);
});
