import { equal } from "node:assert/strict";
import { isExpression, isTemplate } from "../../../src/privacy/heuristics.ts";

const TEMPLATES: readonly (readonly [value: string, bare: boolean, whole: boolean])[] = [
  ["${PASSWORD1}", true, true],
  ["$PASSWORD1", true, true],
  ["$kL9wQz4Rt7", true, false],
  ["<password1>", true, true],
  ["<T1xYUWtvsZ", true, false],
  ["{{ password1 }}", true, true],
  ["{2wjJkha(!deh", true, false],
  ["%(password1)s", true, true],
  ["%Fq7xK2pLw", true, false],
  ["*.example1.com", true, true],
  ["*Fq7xK2pLw", true, false],
  ["a1B2${", true, false],
  ["hunter2", false, false],
];

for (const [value, bare, whole] of TEMPLATES) {
  Deno.test(`isTemplate() judges ${value} by its beginning without quotes and as a whole within`, () => {
    equal(isTemplate(value, true), bare);
    equal(isTemplate(value, false), whole);
  });
}

const EXPRESSIONS: readonly (readonly [value: string, isExpression: boolean])[] = [
  ["get_password(user)", true],
  ["hash(user1.password,", true],
  ["Optional[str]", true],
  ["Vec<u8>,", true],
  ["&str,", true],
  ["!Ref", true],
  ["process.env.PASSWORD1!,", true],
  ["user1&&user1.password", true],
  ["C3)dK^yU?pvi23ul", false],
  ["Lv{u1wn,0KtT", false],
  ["hunter2<3", false],
  ["hunter2(3", false],
  ["users[0].password2,", true],
];

for (const [value, expected] of EXPRESSIONS) {
  Deno.test(`isExpression() is ${expected} of ${value}`, () => equal(isExpression(value), expected));
}
