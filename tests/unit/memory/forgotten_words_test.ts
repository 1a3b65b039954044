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

Deno.test("ForgottenWords knows a text that was cut itself, and what a candidate was said to", () => {
  const cut = new ForgottenWords(["We don't round totals before the sum of all…"]);
  assert(cut.standIn("Fine: we don't round totals before the sum of all lines is known"));
  const joined = new ForgottenWords([
    "Do we round totals at all or not? → No, only the sum of all lines is rounded",
  ]);
  assert(joined.standIn("- Answered last: No, only the sum of all li…"));
  const dense = new ForgottenWords(["要不要用浮点数来保存金额 → 不用，金额一律用整数保存"]);
  assert(dense.standIn("- Answered last: 不用，金额一律用整数保存。"));
});

Deno.test("ForgottenWords looks for words of scripts without blanks, and for nothing where there is nothing", () => {
  const words = new ForgottenWords(["我们决定不再使用浮点数来保存金额因为对账总是出错"]);
  assertEquals(words.keywords, [""]);
  assert(words.standIn("- Decided: 我们决定不再使用浮点数来保…"));
  assertEquals(new ForgottenWords(["", "ok"]).keywords, []);
  assert(!new ForgottenWords(["", "ok"]).standIn("ok"));
});
