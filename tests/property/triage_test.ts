import assert from "node:assert/strict";
import fc from "fast-check";
import { casesOf } from "../_support/cases.ts";
import { prepareText } from "../../src/triage/blocks.ts";
import { splitSentences } from "../../src/triage/reading.ts";
import { tokenize } from "../../src/triage/tokens.ts";

const scraps = fc.constantFrom(...casesOf<string>(import.meta.filename));
const text = fc.array(fc.oneof(scraps, fc.string({ unit: "binary" })), { maxLength: 12 })
  .map((parts) => parts.join(""));
Deno.test("splitting into sentences loses nothing but white space", () => {
  fc.assert(fc.property(text, (whole) => {
    const squeeze = (part: string) => part.replaceAll(/\s+/g, "");
    assert.equal(squeeze(splitSentences(whole).join("")), squeeze(whole));
  }));
});

/** The text without cases: a character beyond U+FFFF may be two tokens, and the lower case of "Σ" depends on its place. */
function folded(text: string): string {
  return text.toLowerCase().replace(/[\ud800-\udfff]/g, "?").replaceAll("ς", "σ");
}

Deno.test("tokens stand in their order in the sentence, and nothing but blanks and quotation marks is left out", () => {
  fc.assert(fc.property(text, (sentence) => {
    const { all, places, quoted } = tokenize(sentence);
    const lower = folded(sentence).replaceAll("\u2019", "'");
    let at = 0;
    for (const { text: written } of all) {
      const token = folded(written);
      const start = lower.indexOf(token, at);
      assert.ok(start >= at, `${JSON.stringify(token)} in ${JSON.stringify(sentence)}`);
      assert.match(lower.slice(at, start), /^[\s\0-\x20'`"\u201c\u201d\u201e\xab\xbb\u300c-\u300f]*$/);
      at = start + token.length;
    }
    assert.ok(places.every((place, i) => place > (places[i - 1] ?? -1) && place < all.length));
    assert.ok(quoted === undefined || quoted.length === all.length);
  }));
});

Deno.test("of a long paste in a fence the words around it are left", () => {
  const paste = "const total = 1;\n".repeat(2000);
  const blocks = prepareText(`Look at this:\n\`\`\`ts\n${paste}\`\`\`\nAlways round totals.`, "user");
  assert.deepEqual(blocks.map(({ text }) => text), ["Look at this:", "Always round totals."]);
});

Deno.test("preparing a text takes time in line with its length, whatever it is made of", () => {
  for (const scrap of ["[a](", "**", "`", '"', "<a>\n", "- ", "](", "1. ", "「"]) {
    const blocks = prepareText(scrap.repeat(200_000), "assistant");
    const kept = blocks.reduce((sum, block) => sum + block.text.length, 0);
    assert.ok(kept <= 20_000, `${kept} units are kept of "${scrap}"`);
  }
});
