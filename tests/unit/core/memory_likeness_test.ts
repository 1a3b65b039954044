import { likenessOf, lookOf, looksOf } from "../../../src/core/memory_likeness.ts";
import { statementRelation } from "../../../src/core/memory_relation.ts";
import { statementOf } from "../../../src/core/memory_statement.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { PAIRS, UNSEEN_PAIRS } from "./memory_pairs.ts";

const TEXTS = [...new Set([...PAIRS, ...UNSEEN_PAIRS].flatMap(([, older, newer]) => [older, newer]))];
const LOOKS = TEXTS.map(lookOf);

Deno.test("likenessOf() passes every text that is the same or contradicts, of all pairs of all texts", () => {
  const statements = TEXTS.map(statementOf);
  let related = 0;
  for (const [i, newer] of TEXTS.entries()) {
    const likeness = likenessOf(statements[i]!, LOOKS);
    for (const [k, older] of TEXTS.entries()) {
      if (statementRelation(statements[k]!, statements[i]!) === "unrelated") continue;
      related++;
      assert(likeness[k]! > 0, `${older} | ${newer}`);
    }
  }
  assert(related > TEXTS.length, `${related} related`);
});

Deno.test("likenessOf() passes few of the texts that are about something else", () => {
  const passed = TEXTS.map((text) =>
    likenessOf(statementOf(text), LOOKS).filter((likeness) => likeness > 0).length
  );
  const share = passed.reduce((sum, count) => sum + count, 0) / TEXTS.length ** 2;
  assert(share < 0.15, `${share}`);
});

Deno.test("likenessOf() passes everything where there is nothing to compare", () => {
  assertEquals(likenessOf(statementOf("?!"), ["use pnpm", ""]), [1, 1]);
});

Deno.test("likenessOf() sees in each of many texts what it sees in that one alone", () => {
  const odd = ["", "a\0pnpm", "\0", "pnpm pnpm installs, not npm", "pn", "pm", ""];
  const looks = [...odd, ...LOOKS, ...odd];
  for (const text of TEXTS) {
    const own = statementOf(text);
    assertEquals(likenessOf(own, looks), looks.map((look) => likenessOf(own, [look])[0]), text);
  }
  assertEquals(likenessOf(statementOf("Use pnpm"), []), []);
});

Deno.test("looksOf() sees in many texts what lookOf() sees in each, whatever they hold", () => {
  const odd = ["", "\u0301a", "e", "\u0301", "Σ", "ΟΔΟΣ", "\ud83d", "\ude00", "한", "\u11a8", "İ"];
  for (const texts of [[], [""], TEXTS, odd, [...odd, "a\0b", "c"], ["\0", "", "\0"]]) {
    assertEquals(looksOf(texts), texts.map(lookOf));
  }
});
