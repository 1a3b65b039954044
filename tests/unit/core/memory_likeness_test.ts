import { likenessTest, lookOf } from "../../../src/core/memory_likeness.ts";
import { statementRelation } from "../../../src/core/memory_relation.ts";
import { statementOf } from "../../../src/core/memory_statement.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { PAIRS, UNSEEN_PAIRS } from "./memory_pairs.ts";

const TEXTS = [...new Set([...PAIRS, ...UNSEEN_PAIRS].flatMap(([, older, newer]) => [older, newer]))];
const LOOKS = TEXTS.map(lookOf);

Deno.test("likenessTest() passes every text that is the same or contradicts, of all pairs of all texts", () => {
  const statements = TEXTS.map(statementOf);
  let related = 0;
  for (const [i, newer] of TEXTS.entries()) {
    const isLike = likenessTest(statements[i]!);
    for (const [k, older] of TEXTS.entries()) {
      if (statementRelation(statements[k]!, statements[i]!) === "unrelated") continue;
      related++;
      assert(isLike(lookOf(older)), `${older} | ${newer}`);
    }
  }
  assert(related > TEXTS.length, `${related} related`);
});

Deno.test("likenessTest() passes few of the texts that are about something else", () => {
  const passed = TEXTS.map((text) => LOOKS.filter(likenessTest(statementOf(text))).length);
  const share = passed.reduce((sum, count) => sum + count, 0) / TEXTS.length ** 2;
  assert(share < 0.15, `${share}`);
});
Deno.test("likenessTest() passes everything where there is nothing to compare", () => {
  assertEquals(likenessTest(statementOf("?!"))("use pnpm"), true);
});
