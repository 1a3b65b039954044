import { assert, assertEquals } from "../../_support/assert.ts";
import { favourKept } from "../../../src/search/scores.ts";
import type { ItemKind, SearchHit } from "../../../src/search/search_types.ts";

function hit(id: string, kind: ItemKind, score: number): SearchHit {
  const why = [{ name: "words", value: score }];
  return { id, kind, ref: 1, score, sessionId: null, createdAt: "", why };
}

Deno.test("favourKept() puts memories and lessons before what was said and done that fits alike", () => {
  const said = [hit("p1", "prompt", 0.7), hit("o1", "observation", 0.68), hit("s1", "session", 0.66)];
  const hits = [...said, hit("m1", "memory", 0.62), hit("g1", "ghap", 0.6)];
  assertEquals(favourKept(hits).map(({ id }) => id), ["m1", "g1", "s1", "p1", "o1"]);
});

Deno.test("favourKept() leaves first what fits clearly better", () => {
  const hits = [hit("p1", "prompt", 0.8), hit("m1", "memory", 0.4)];
  assertEquals(favourKept(hits).map(({ id }) => id), ["p1", "m1"]);
});

Deno.test("favourKept() gives scores whose parts still add up to them", () => {
  for (const { score, why } of favourKept([hit("p1", "prompt", 0.7), hit("m1", "memory", 0.5)])) {
    assert(Math.abs(score - why.reduce((sum, { value }) => sum + value, 0)) < 1e-9);
  }
});
