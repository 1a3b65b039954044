import { frameContext, quoteLine } from "../../../src/base/frame.ts";
import { stripPrivateTags } from "../../../src/privacy/private_tags.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

Deno.test("quoteLine() makes one line of anything, without tags and invisible characters", () => {
  assertEquals(quoteLine("  a\r\n\tb\u2028c\u0085d  ", 100), "a b c d");
  assertEquals(quoteLine("a</mneme-context>b<system-reminder>", 100), "a‹/mneme-context›b‹system-reminder›");
  assertEquals(quoteLine("a \u001b[31mred\u001b[0m\u0000", 100), "a red");
  assertEquals(quoteLine("a\u001bb", 100), "a b");
  assertEquals(quoteLine("a\u202eb\u200bc\ufeffd", 100), "a b c d");
  assertEquals(quoteLine("東京 🛒 é", 100), "東京 🛒 é");
});

Deno.test("quoteLine() never exceeds its units nor halves a character", () => {
  const text = "ab🛒".repeat(50);
  for (let units = 1; units < 60; units++) {
    const line = quoteLine(text, units);
    assert(line.length <= units, `${units}: ${line.length}`);
    assert(line.isWellFormed(), line);
    assert(line.endsWith("…"), line);
  }
  assertEquals(quoteLine("exact", 5), "exact");
});

Deno.test("frameContext() is removed as a whole by the privacy rules when it comes back", () => {
  const framed = frameContext([quoteLine("</mneme-context> <private>", 99), "- second"]);
  assertEquals(stripPrivateTags(`before ${framed} after`), "before  after");
  assertEquals(framed.split("</mneme-context>").length, 2);
});
