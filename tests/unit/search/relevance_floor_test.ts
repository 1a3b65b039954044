import { assertEquals } from "../../_support/assert.ts";
import { COMPANIONS, leastNear, leastShown } from "../../../src/search/relevance_floor.ts";

const auto = { floor: 0.35, companions: COMPANIONS };

function shown(scores: readonly number[], floor: Parameters<typeof leastShown>[1] = auto): number[] {
  const least = leastShown(scores, floor);
  return scores.filter((score) => score >= least);
}

Deno.test("leastShown() is the floor where nothing reaches it", () => {
  assertEquals(leastShown([0.34, 0.33], auto), 0.35);
  assertEquals(leastShown([], auto), 0.35);
});

Deno.test("leastShown() lets what is nearly as good as one above the floor keep it company", () => {
  assertEquals(shown([0.4, 0.3, 0.25, 0.1]), [0.4, 0.3, 0.25]);
  assertEquals(shown([0.3, 0.1, 0.4]), [0.3, 0.4]);
});

Deno.test("leastShown() lets companions fill no more than a few places, and takes none of those above the floor", () => {
  assertEquals(shown([0.4, 0.34, 0.33, 0.32, 0.31, 0.3, 0.29]).length, COMPANIONS);
  const above = Array.from({ length: COMPANIONS + 2 }, (_, i) => 0.5 - i / 100);
  assertEquals(shown([...above, 0.34]), above);
});

Deno.test("leastShown() leaves out what is far below one that answers clearly, though it be above the floor", () => {
  assertEquals(shown([0.8, 0.6, 0.5, 0.36]), [0.8, 0.6]);
  assertEquals(shown([0.5, 0.36, 0.34]), [0.5, 0.36]);
  assertEquals(shown([0.49, 0.36, 0.3]), [0.49, 0.36, 0.3]);
});

Deno.test("leastShown() is the floor itself for who wants no companions", () => {
  assertEquals(leastShown([0.4, 0.3], { floor: 0.35 }), 0.35);
  assertEquals(leastShown([0.9, 0.4, 0.3], { floor: 0.35 }), 0.35);
});

Deno.test("leastNear() is below the floor beside what does not answer clearly, and nowhere else", () => {
  const least = (scores: readonly number[]) => leastNear(scores, { floor: 0.4, near: 0.5 });
  assertEquals(least([0.45, 0.3]), 0.2);
  assertEquals(least([0.39, 0.3]), Infinity);
  assertEquals(least([0.6, 0.3]), Infinity);
  assertEquals(leastNear([0.45, 0.3], { floor: 0.4 }), Infinity);
});
