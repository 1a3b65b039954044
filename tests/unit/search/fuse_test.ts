import fc from "fast-check";
import { assert, assertEquals } from "../../_support/assert.ts";
import { fuseHits, nearnessScale } from "../../../src/search/scores.ts";
import type { SearchHit } from "../../../src/search/search_types.ts";

function hit(ref: number, score: number): SearchHit {
  const createdAt = `2026-01-0${ref}T00:00:00.000Z`;
  return {
    id: `m${ref}`,
    kind: "memory",
    ref,
    score,
    sessionId: null,
    createdAt,
    why: [{ name: "words", value: score }],
  };
}

Deno.test("fuseHits puts what is near in meaning before what shares a few words", () => {
  const fused = fuseHits([
    { hit: hit(1, 0.2), nearness: 0 },
    { hit: hit(2, 0), nearness: 0.7 },
    { hit: hit(3, 0.8), nearness: 0.1 },
  ]);
  assertEquals(fused.map(({ id }) => id), ["m3", "m2", "m1"]);
});

Deno.test("fuseHits leaves an item without a vector where its words put it", () => {
  assertEquals(fuseHits([{ hit: hit(1, 0.4), nearness: undefined }]), [hit(1, 0.4)]);
});

Deno.test("fuseHits never lowers a score nor lets one pass 1, and its parts add up", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(share, share, (score, nearness) => {
    const [fused] = fuseHits([{ hit: hit(1, score), nearness }]);
    assert(fused !== undefined && fused.score >= score && fused.score <= 1);
    const sum = fused.why.reduce((total, { value }) => total + value, 0);
    assert(Math.abs(sum - fused.score) < 1e-9);
  }));
});

Deno.test("nearnessScale gives 0 for what is as near as everything is and 1 for the question itself, in every model", () => {
  for (const usual of [0.1, 0.45, 0.7]) {
    const scale = nearnessScale({ sum: usual * 1000, count: 1000 });
    assert(scale(usual) < 0.01 && scale(usual + (1 - usual) / 2) > 0.45);
    assertEquals([scale(1), scale(-1)], [1, 0]);
  }
});
