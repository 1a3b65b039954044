import { coarseAge, isDay, isoTime, localDay } from "../../../src/base/time.ts";
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

const DAY_MS = 86_400_000;

Deno.test("isoTime() says what Date says, on every day from 1890 to 2410 and to the millisecond", () => {
  const from = Date.UTC(1890, 0, 1);
  for (let day = 0; day < 520 * 366; day++) {
    const moment = from + day * DAY_MS + (day * 7919 * 1013) % DAY_MS;
    if (isoTime(moment) !== new Date(moment).toISOString()) {
      assertEquals(isoTime(moment), new Date(moment).toISOString());
    }
  }
});

Deno.test("isoTime() keeps the borders of days, leap years and centuries", () => {
  for (
    const text of [
      "1970-01-01T00:00:00.000Z",
      "1969-12-31T23:59:59.999Z",
      "2000-02-29T12:00:00.001Z",
      "2100-02-28T23:59:59.999Z",
      "2100-03-01T00:00:00.000Z",
      "2026-12-31T23:59:59.009Z",
      "0001-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
    ]
  ) assertEquals(isoTime(Date.parse(text)), text);
});

Deno.test("isDay() takes dates and nothing that only looks like one", () => {
  for (const text of ["2026-01-02", "1999-12-31"]) assertEquals(isDay(text), true, text);
  for (const text of ["2026-13-01", "2026-01-32", "2026-1-2", "2026-01-02.md", "../2026", "", "2026-00-10"]) {
    assertEquals(isDay(text), false, text);
  }
});

Deno.test("localDay() is the date on the local calendar", () => {
  assertEquals(localDay(new Date(2026, 0, 2, 0, 0, 0)), "2026-01-02");
  assertEquals(localDay(new Date(2026, 11, 31, 23, 59, 59)), "2026-12-31");
});
