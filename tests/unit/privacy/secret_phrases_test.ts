import { equal } from "node:assert/strict";
import { isSecretPhrase } from "../../../src/privacy/heuristics.ts";

const CASES: readonly (readonly [value: string, password: boolean, setting: boolean, token: boolean])[] = [
  ["correct horse battery staple", true, true, false],
  ["two words", true, true, false],
  ["Blue cat 77", true, true, false],
  ["a1b2 c3d4 e5f6", true, true, true],
  ["Enter your password", false, false, false],
  ["Mot de passe", false, true, false],
  ["must have 8 characters", false, true, false],
  ["too short.", false, true, false],
  [" + name + ", false, false, false],
  [", x, ", false, false, false],
  ["$1 and $2", false, false, false],
  ["Bestätigen Sie", false, true, false],
  ["word ".repeat(50).trim(), false, false, false],
];

for (const [value, password, setting, token] of CASES) {
  Deno.test(`isSecretPhrase() judges ${JSON.stringify(value.slice(0, 40))} by where it stands`, () => {
    equal(isSecretPhrase(value, "password", "quoted"), password);
    equal(isSecretPhrase(value, "password", "setting"), setting);
    equal(isSecretPhrase(value, "token", "quoted"), token);
    equal(isSecretPhrase(value, "password", "bare"), false);
  });
}
