import { summaryGlance, summaryLine } from "../../../src/session/summary_line.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("summaryLine() puts a list on one line, and leaves out what was asked where the title says it", () => {
  const summary = "- Asked: Fix the cart\n- Changed: src/cart.ts\n\n- Tests: passed\n";
  assertEquals(summaryLine(summary, "Fix the cart"), "Changed: src/cart.ts | Tests: passed");
  assertEquals(summaryLine(summary, null), "Asked: Fix the cart | Changed: src/cart.ts | Tests: passed");
  assertEquals(summaryLine("", "Fix the cart"), "");
  assertEquals(summaryLine("Told by a model, without a list.", "t"), "Told by a model, without a list.");
});

Deno.test("summaryGlance() tells the first of several", () => {
  const summary =
    "- Solved: The proxy drops idle connections.\n- Solved: It may be the cache.\n- Open: Retries.";
  assertEquals(summaryGlance(summary), "solved: The proxy drops idle connections; open: Retries");
});
