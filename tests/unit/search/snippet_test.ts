import fc from "fast-check";
import { questionWords, snippetOf } from "../../../src/search/snippet.ts";
import { assert, assertEquals, assertMatch } from "../../_support/assert.ts";

const LONG = `${"The build is green today. ".repeat(20)}Then the checkout failed as the proxy dropped idle ` +
  `connections. ${"Nothing else happened. ".repeat(20)}`;

Deno.test("snippetOf shows the part that holds most of the words, and that something is left out", () => {
  const snippet = snippetOf(LONG, questionWords("Why did the proxies drop connections at checkout?"), 160);
  assertMatch(snippet, /^….*checkout failed as the proxy dropped idle connections.*…$/);
});

Deno.test("questionWords asks for words that say something, and for all where none does", () => {
  assertEquals(questionWords("Why is the total wrong?"), ["tota", "wron"]);
  assertEquals(questionWords("where is it"), ["wher", "is", "it"]);
});

Deno.test("snippetOf shows the start where no word is found, and all of a short text on one line", () => {
  assertEquals(snippetOf(LONG, ["zebra"], 40), "The build is green today. The build is…");
  assertEquals(snippetOf("Use  pnpm,\n\tnot npm ", ["pnpm"], 40), "Use pnpm, not npm");
});

Deno.test("snippetOf finds words of a language without blanks by their characters", () => {
  const text = `${"今日は晴れです。".repeat(30)}結合テストはプロキシが原因で失敗した。${
    "終わり。".repeat(30)
  }`;
  assertMatch(snippetOf(text, questionWords("プロキシの失敗"), 60), /プロキシが原因で失敗/);
});

Deno.test("snippetOf never is longer than asked, nor holds half a character, whatever text and question", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.integer({ min: 10, max: 160 }),
      (text, question, maxUnits) => {
        const snippet = snippetOf(text, questionWords(question), maxUnits);
        assert(snippet.length <= maxUnits, `${snippet.length} > ${maxUnits}`);
        assert(snippet.isWellFormed() && !snippet.includes("\n"));
      },
    ),
  );
});
