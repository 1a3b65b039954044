import { likenessTo, lookOf, looksOf } from "../../../src/core/memory_likeness.ts";
import { statementRelation } from "../../../src/core/memory_relation.ts";
import { statementOf } from "../../../src/core/memory_statement.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { PAIRS, UNSEEN_PAIRS } from "./memory_pairs.ts";

const TEXTS = [...new Set([...PAIRS, ...UNSEEN_PAIRS].flatMap(([, older, newer]) => [older, newer]))];
const LOOKS = TEXTS.map(lookOf);

Deno.test("likenessTo() passes every text that is the same or contradicts, of all pairs of all texts", () => {
  const statements = TEXTS.map(statementOf);
  let related = 0;
  for (const [i, newer] of TEXTS.entries()) {
    const likeness = likenessTo(statements[i]!);
    for (const [k, older] of TEXTS.entries()) {
      if (statementRelation(statements[k]!, statements[i]!) === "unrelated") continue;
      related++;
      assert(likeness(lookOf(older)) > 0, `${older} | ${newer}`);
    }
  }
  assert(related > TEXTS.length, `${related} related`);
});

Deno.test("likenessTo() passes few of the texts that are about something else", () => {
  const passed = TEXTS.map((text) => LOOKS.filter((look) => likenessTo(statementOf(text))(look) > 0).length);
  const share = passed.reduce((sum, count) => sum + count, 0) / TEXTS.length ** 2;
  assert(share < 0.15, `${share}`);
});
Deno.test("likenessTo() passes everything where there is nothing to compare", () => {
  assertEquals(likenessTo(statementOf("?!"))("use pnpm"), 1);
});

Deno.test("looksOf() sees in many texts what lookOf() sees in each, whatever they hold", () => {
  const odd = ["", "\u0301a", "e", "\u0301", "Σ", "ΟΔΟΣ", "\ud83d", "\ude00", "한", "\u11a8", "İ"];
  for (const texts of [[], [""], TEXTS, odd, [...odd, "a\0b", "c"], ["\0", "", "\0"]]) {
    assertEquals(looksOf(texts), texts.map(lookOf));
  }
});
