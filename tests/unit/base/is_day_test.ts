import { isDay } from "../../../src/base/time.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("isDay() takes dates and nothing that only looks like one", () => {
  for (const text of ["2026-01-02", "1999-12-31"]) assertEquals(isDay(text), true, text);
  for (const text of ["2026-13-01", "2026-01-32", "2026-1-2", "2026-01-02.md", "../2026", "", "2026-00-10"]) {
    assertEquals(isDay(text), false, text);
  }
});
