import fc from "fast-check";
import { favourKept, fuseHits, nearnessScale, standingParts } from "../../../src/search/scores.ts";
import type { ItemKind, SearchHit } from "../../../src/search/search_types.ts";
import { cosines, packVector, SCALE_BYTES, unpackQuestion } from "../../../src/search/vectors.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

function hit(ref: number, score: number, kind: ItemKind = "memory"): SearchHit {
  const createdAt = `2026-01-0${ref}T00:00:00.000Z`;
  const why = [{ name: "words", value: score }];
  return { id: `m${ref}`, kind, ref, score, sessionId: null, createdAt, why };
}

Deno.test("favourKept() puts memories and lessons before what was said and done that fits alike", () => {
  const said = [hit(1, 0.7, "prompt"), hit(1, 0.68, "observation"), hit(1, 0.66, "session")];
  const hits = [...said, hit(1, 0.62, "memory"), hit(1, 0.6, "ghap")];
  const kinds = favourKept(hits).map(({ kind }) => kind).join(" ");
  assertEquals(kinds, "memory ghap session prompt observation");
});

Deno.test("favourKept() leaves first what fits clearly better", () => {
  const hits = [hit(1, 0.8, "prompt"), hit(1, 0.4, "memory")];
  assertEquals(favourKept(hits).map(({ kind }) => kind), ["prompt", "memory"]);
});

Deno.test("favourKept() gives scores whose parts still add up to them", () => {
  for (const { score, why } of favourKept([hit(1, 0.7, "prompt"), hit(1, 0.5, "memory")])) {
    assert(Math.abs(score - why.reduce((sum, { value }) => sum + value, 0)) < 1e-9);
  }
});

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

const NOW = new Date("2026-06-01T00:00:00Z");
type Standing = Parameters<typeof standingParts>[1];
const MEMORY: Standing = {
  kind: "memory",
  created_at: "2026-05-31T00:00:00Z",
  category: "DECISION",
  confidence: 0.9,
  use_count: 0,
};

function total(changes: Partial<Standing>): number {
  return standingParts(0.5, { ...MEMORY, ...changes }, NOW).reduce((sum, { value }) => sum + value, 0);
}

Deno.test("standingParts() prefers what is new, sure and used", () => {
  assert(total({}) > total({ created_at: "2025-01-01T00:00:00Z" }));
  assert(total({}) > total({ confidence: 0.6 }));
  assert(total({ use_count: 3 }) > total({}));
  assertEquals(total({ use_count: 15 }), total({ use_count: 4000 }));
});

Deno.test("standingParts() lets a session's summary age faster than a preference", () => {
  const created_at = "2026-02-01T00:00:00Z";
  assert(total({ category: "SESSION_SUMMARY", created_at }) < total({ category: "PREFERENCE", created_at }));
});

Deno.test("standingParts() takes a summary of a session for less than what was meant to be kept", () => {
  const loss = total({}) - total({ category: "SESSION_SUMMARY" });
  assert(loss > 0.05 && loss < 0.1, String(loss));
  assert(total({ kind: "session", category: null }) < total({ kind: "scratchpad", category: null }) - 0.05);
});

Deno.test("standingParts() moves a score by little", () => {
  for (const created_at of ["1970-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "", "no date"]) {
    for (const confidence of [0, 1, null]) {
      for (const use_count of [0, 1e9, null]) {
        const change = total({ created_at, confidence, use_count });
        assert(Math.abs(change) <= 0.5 * 0.13, `${created_at} ${confidence} ${use_count}: ${change}`);
      }
    }
  }
});

Deno.test("standingParts() says nothing of what has no age", () => {
  const code: Standing = { kind: "code", created_at: "", category: null, confidence: null, use_count: null };
  assertEquals(standingParts(0.5, code, NOW), []);
});

const NUMBERS = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 13, maxLength: 13 })
  .filter((numbers) => numbers.some((number) => Math.abs(number) > 0.01));

function exactCosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, number, i) => sum + number * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function joined(vectors: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(vectors.reduce((sum, { length }) => sum + length, 0));
  vectors.reduce((at, vector) => (all.set(vector, at), at + vector.length), 0);
  return all;
}

Deno.test("cosines of packed vectors are those of the whole ones to two places", () => {
  fc.assert(fc.property(NUMBERS, fc.array(NUMBERS, { minLength: 1, maxLength: 5 }), (asked, stored) => {
    const question = unpackQuestion(packVector(asked)!);
    const found = cosines(question, joined(stored.map((numbers) => packVector(numbers)!)));
    stored.forEach((numbers, i) => {
      const error = Math.abs(found[i]! - exactCosine(asked, numbers));
      assert(error < 0.02, `off by ${error}`);
    });
  }));
});

Deno.test("packVector takes a byte a number, whatever the length and the size of the numbers", () => {
  for (const numbers of [[3], [1e-30, 2e-30], [1e300, -1e300, 1e299], Array(1536).fill(0.02)]) {
    const packed = packVector(numbers)!;
    assertEquals(packed.length, SCALE_BYTES + numbers.length);
    assert(Math.abs(cosines(unpackQuestion(packed), packed)[0]! - 1) < 0.01);
  }
});

Deno.test("packVector gives nothing for what has no direction", () => {
  for (const numbers of [[], [0, 0], [1, NaN], [Infinity, 1], Array(8193).fill(1)]) {
    assertEquals(packVector(numbers), undefined);
  }
});
