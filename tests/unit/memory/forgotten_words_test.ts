import { ForgottenWords } from "../../../src/memory/forgotten_words.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

const BODY =
  "We don't round totals\n`before` the sum of <all> lines is known, as the bank's own totals differ then";

for (const [what, copy, isFound] of casesOf<[string, string, boolean]>(import.meta.filename)) {
  Deno.test(`ForgottenWords ${what}: ${copy.slice(0, 40)}`, () => {
    const words = new ForgottenWords([BODY]);
    assertEquals(words.standIn(copy), isFound);
    if (!isFound) return;
    assert(words.keywords.length > 0);
    assert(words.keywords.every((keyword) => copy.toLowerCase().includes(keyword)));
  });
}

for (const [bodies, copy, isFound] of casesOf<[string[], string, boolean]>(import.meta.filename, "_pairs")) {
  Deno.test(`ForgottenWords ${isFound ? "stand" : "do not stand"} in ${copy.slice(0, 40)}`, () => {
    assertEquals(new ForgottenWords(bodies).standIn(copy), isFound);
  });
}

Deno.test("ForgottenWords has keywords for scripts without blanks, and none where there is nothing", () => {
  assertEquals(new ForgottenWords(["我们决定不再使用浮点数来保存金额因为对账总是出错"]).keywords, [""]);
  assertEquals(new ForgottenWords(["", "ok"]).keywords, []);
});
