import { isoTime } from "../../../src/base/time.ts";
import { assertEquals } from "../../_support/assert.ts";

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
