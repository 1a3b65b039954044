import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { median, medianRatio, percentile } from "../../bench/statistics.ts";

Deno.test("median takes the middle of an odd number and the mean of the two in the middle of an even one", () => {
  assertEquals(median([9]), 9);
  assertEquals(median([30, 1, 2]), 2);
  assertEquals(median([10, 2, 4, 1]), 3);
  assertThrows(() => median([]), RangeError);
});

Deno.test("median compares numbers as numbers and leaves the list as it was", () => {
  const values = [100, 9, 20];
  assertEquals(median(values), 20);
  assertEquals(values, [100, 9, 20]);
});

Deno.test("percentile is a measured value that at least the share does not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  assertEquals(percentile(hundred, 0.95), 95);
  assertEquals(percentile(hundred, 0.5), 50);
  assertEquals(percentile([1, 2, 3], 0.95), 3);
  assertEquals(percentile([1, 2, 3], 0), 1);
  assertEquals(percentile([7], 0.95), 7);
});

Deno.test("medianRatio compares within pairs, so a machine that slows down between them changes nothing", () => {
  const pairs = [
    { empty: 10, measured: 12 },
    { empty: 40, measured: 48 },
    { empty: 100, measured: 120 },
  ];
  assertEquals(medianRatio(pairs), 1.2);
});

Deno.test("medianRatio does not follow one disturbed pair", () => {
  const pairs = [
    { empty: 10, measured: 11 },
    { empty: 10, measured: 11 },
    { empty: 10, measured: 900 },
  ];
  assertEquals(medianRatio(pairs), 1.1);
});
