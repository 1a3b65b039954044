import fc from "fast-check";
import { questionWords, snippetOf } from "../../../src/search/snippet.ts";
import { assert, assertMatch } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const LONG = `${"The build is green today. ".repeat(20)}Then the checkout failed as the proxy dropped idle ` +
  `connections. ${"Nothing else happened. ".repeat(20)}`;

Deno.test("snippetOf shows the part that holds most of the words, and that something is left out", () => {
  const snippet = snippetOf(LONG, questionWords("Why did the proxies drop connections at checkout?"), 160);
  assertMatch(snippet, /^….*checkout failed as the proxy dropped idle connections.*…$/);
  assertMatch(snippetOf(`Use pnpm.${" ".repeat(100_001)}It is faster.`, ["pnpm"], 40), /^Use pnpm\.…$/);
});

Deno.test("snippetOf shows a rare word beside a frequent one, however often the frequent one stands before", () => {
  const before = `${"The proxy is idle. ".repeat(12)}${"Nobody looks at the rest. ".repeat(4)}`;
  const snippet = snippetOf(`${before}The certificate of the proxy is old.`, ["prox", "certific"], 80);
  assertMatch(snippet, /certificate of the proxy/);
});

testVerdicts(import.meta.filename, { questionWords, snippetOf });

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
