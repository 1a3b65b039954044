import fc from "fast-check";
import { factParts, favourKept, fuseHits, nearnessScale } from "../../../src/search/scores.ts";
import type { ItemKind, SearchHit } from "../../../src/search/search_types.ts";
import { cosines, packVector, SCALE_BYTES } from "../../../src/search/vectors.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

function hit(ref: number, score: number, kind: ItemKind = "memory"): SearchHit {
  const createdAt = `2026-01-0${ref}T00:00:00.000Z`;
  const why = [{ name: "words", value: score }];
  return { id: `m${ref}`, item: ref, kind, ref, score, sessionId: null, createdAt, why };
}

testVerdicts(import.meta.filename, {
  favoured: (hits: readonly [ItemKind, number][]) =>
    favourKept(hits.map(([kind, score]) => hit(1, score, kind))).map(({ kind }) => kind).join(" "),
  /** Hits by their score of words and their nearness in meaning. */
  fused: (hits: readonly [number, number][]) =>
    fuseHits(hits.map(([score], i) => hit(i + 1, score)), ({ ref }) => hits[ref - 1]![1]).map(({ id }) => id)
      .join(" "),
  /** The length of a packed vector, without its scale, where it has a direction and is near itself. */
  bytesOf(numbers: readonly number[]) {
    const packed = packVector(numbers);
    if (packed === undefined) return undefined;
    assert(Math.abs(cosines(packed, packed)[0]! - 1) < 0.01);
    return packed.length - SCALE_BYTES;
  },
});

Deno.test("fuseHits leaves an item without a vector where its words put it", () => {
  assertEquals(fuseHits([hit(1, 0.4)], () => 0), [hit(1, 0.4)]);
});

Deno.test("fuseHits never lowers a score nor lets one pass 1, and its parts add up", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(share.map((part) => 1.1 * part), share, (score, nearness) => {
    const [fused] = fuseHits([hit(1, score)], () => nearness);
    assert(fused !== undefined && fused.score >= score && fused.score <= Math.max(1, score));
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
type Standing = Parameters<typeof factParts>[1];
const MEMORY: Standing = {
  kind: "memory",
  created_at: "2026-05-31T00:00:00Z",
  category: "DECISION",
  confidence: 0.9,
  use_count: 0,
};

function total(changes: Partial<Standing>): number {
  return factParts(0.5, { ...MEMORY, ...changes }, NOW).reduce((sum, { value }) => sum + value, 0);
}

Deno.test("factParts() prefers what is new, sure and used", () => {
  assert(total({}) > total({ created_at: "2025-01-01T00:00:00Z" }));
  assert(total({}) > total({ confidence: 0.6 }));
  assert(total({ use_count: 3 }) > total({}));
  assertEquals(total({ use_count: 15 }), total({ use_count: 4000 }));
});

Deno.test("factParts() lets a session's summary age faster than a preference", () => {
  const created_at = "2026-02-01T00:00:00Z";
  assert(total({ category: "SESSION_SUMMARY", created_at }) < total({ category: "PREFERENCE", created_at }));
});

Deno.test("factParts() takes a summary of a session for less than what was meant to be kept", () => {
  const loss = total({}) - total({ category: "SESSION_SUMMARY" });
  assert(loss > 0.05 && loss < 0.1, String(loss));
  assert(total({ kind: "session", category: null }) < total({ kind: "scratchpad", category: null }) - 0.05);
});

Deno.test("factParts() moves a score by little", () => {
  for (const created_at of ["1970-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "", "no date"]) {
    for (const confidence of [0, 1, null]) {
      for (const use_count of [0, 1e9, null]) {
        const change = total({ created_at, confidence, use_count });
        assert(Math.abs(change) <= 0.5 * 0.13, `${created_at} ${confidence} ${use_count}: ${change}`);
      }
    }
  }
});

Deno.test("factParts() says nothing of what has no age", () => {
  const code: Standing = { kind: "code", created_at: "", category: null, confidence: null, use_count: null };
  assertEquals(factParts(0.5, code, NOW), []);
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
    const question = packVector(asked)!;
    const found = cosines(question, joined(stored.map((numbers) => packVector(numbers)!)));
    stored.forEach((numbers, i) => {
      const error = Math.abs(found[i]! - exactCosine(asked, numbers));
      assert(error < 0.02, `off by ${error}`);
    });
  }));
});

Deno.test("packVector gives nothing for what is no number", () => {
  for (const numbers of [[1, NaN], [Infinity, 1]]) assertEquals(packVector(numbers), undefined);
});
