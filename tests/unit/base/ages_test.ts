import { coarseAge } from "../../../src/base/time.ts";
import { assertEquals } from "../../_support/assert.ts";

const NOW = new Date(2026, 5, 15, 0, 30);

function daysAgo(days: number, hour = 12): Date {
  return new Date(2026, 5, 15 - days, hour);
}

Deno.test("coarseAge() counts local days, weeks, months and years", () => {
  const cases: [number, string][] = [
    [0, "today"],
    [1, "yesterday"],
    [2, "2 days ago"],
    [13, "13 days ago"],
    [14, "2 weeks ago"],
    [59, "8 weeks ago"],
    [60, "2 months ago"],
    [729, "24 months ago"],
    [730, "2 years ago"],
    [3650, "10 years ago"],
  ];
  for (const [days, words] of cases) assertEquals(coarseAge(daysAgo(days), NOW), words, String(days));
});

Deno.test("coarseAge() says yesterday half an hour after midnight, and the same all day", () => {
  const lateLastNight = new Date(2026, 5, 14, 23, 59);
  for (let hour = 0; hour < 24; hour++) {
    assertEquals(coarseAge(lateLastNight, new Date(2026, 5, 15, hour, 59)), "yesterday");
  }
});

Deno.test("coarseAge() of a moment in the future is today", () => {
  assertEquals(coarseAge(new Date(2027, 0, 1), NOW), "today");
});
