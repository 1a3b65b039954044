import { localDay } from "../../../src/base/time.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("localDay() is the date on the local calendar", () => {
  assertEquals(localDay(new Date(2026, 0, 2, 0, 0, 0)), "2026-01-02");
  assertEquals(localDay(new Date(2026, 11, 31, 23, 59, 59)), "2026-12-31");
});
