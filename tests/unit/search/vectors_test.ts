import fc from "fast-check";
import { assert, assertEquals } from "../../_support/assert.ts";
import { cosines, packVector, SCALE_BYTES, unpackQuestion } from "../../../src/search/vectors.ts";

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
