import { assert, assertEquals } from "../../_support/assert.ts";
import { cleanText } from "../../../src/privacy/clean.ts";
import { markupSource, typescriptSource } from "../../bench/source_text.ts";

for (const source of [typescriptSource, markupSource]) {
  Deno.test(`${source.name} has as many bytes as wanted, and nothing in it is redacted`, () => {
    const text = source(50_000);
    assertEquals(new TextEncoder().encode(text).length, 50_000);
    assertEquals(cleanText(text, { redactSecrets: true }), text);
  });
}

Deno.test("markupSource has far more of what private blocks and secrets begin with than plain code", () => {
  const marks = (text: string) => text.split(/[<=]/).length;
  assert(marks(markupSource(50_000)) > 3 * marks(typescriptSource(50_000)));
});
