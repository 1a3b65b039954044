import { coarseAge, isDay, localDay } from "../../../src/base/time.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const NOW = new Date(2026, 5, 15, 0, 30);

testVerdicts(import.meta.filename, {
  age: (days: number) => coarseAge(new Date(2026, 5, 15 - days, 12), NOW),
  isDay,
});

Deno.test("coarseAge() says yesterday half an hour after midnight, and the same all day", () => {
  const lateLastNight = new Date(2026, 5, 14, 23, 59);
  for (let hour = 0; hour < 24; hour++) {
    assertEquals(coarseAge(lateLastNight, new Date(2026, 5, 15, hour, 59)), "yesterday");
  }
});

Deno.test("localDay() is the date on the local calendar", () => {
  assertEquals(localDay(new Date(2026, 0, 2, 0, 0, 0)), "2026-01-02");
  assertEquals(localDay(new Date(2026, 11, 31, 23, 59, 59)), "2026-12-31");
});
