import { summaryGlance, summaryLine } from "../../../src/session/summary_line.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("summaryLine() puts a list on one line, and leaves out what was asked where the title says it", () => {
  const summary = "- Asked: Fix the cart\n- Changed: src/cart.ts\n\n- Tests: passed\n";
  assertEquals(summaryLine(summary, "Fix the cart"), "Changed: src/cart.ts | Tests: passed");
  assertEquals(summaryLine(summary, null), "Asked: Fix the cart | Changed: src/cart.ts | Tests: passed");
  assertEquals(summaryLine("", "Fix the cart"), "");
  assertEquals(summaryLine("Told by a model, without a list.", "t"), "Told by a model, without a list.");
});

Deno.test("summaryGlance() says what was changed and if it was committed, and nothing that may not hold any more", () => {
  const changed = "- Decided: The limit is 32768.\n- Changed: src/cart.ts\n- Tests: passed: `make`";
  assertEquals(summaryGlance(changed), "changed cart.ts (it did not commit); tests passed");
  assertEquals(
    summaryGlance(`${changed}\n- Committed: Raise the limit`),
    "changed cart.ts (it committed); tests passed",
  );
  assertEquals(summaryGlance("- Solved: The proxy drops idle connections.\n- Open: Retries."), "");
});

Deno.test("summaryGlance() names no file twice, and tells files of one name apart", () => {
  const told = (files: string) => summaryGlance(`- Changed: ${files}\n- Committed: x`);
  for (
    const [files, wanted] of [
      ["src/a/index.ts, src/b/index.ts", "a/index.ts, b/index.ts"],
      ["src/cart.ts, ./src/cart.ts, src//cart.ts", "cart.ts"],
      ["/tmp/x.ts, //tmp/x.ts, y/x.ts", "tmp/x.ts, y/x.ts"],
      ["index.ts, web/index.ts, web/src/index.ts", "index.ts, web/index.ts, src/index.ts"],
      ["src\\a\\m.go, src\\b\\m.go", "a/m.go, b/m.go"],
      ["a/x.ts, b/x.ts, c.ts, d.ts and 9 more", "a/x.ts, b/x.ts, c.ts and 10 more"],
    ] as const
  ) assertEquals(told(files), `changed ${wanted} (it committed)`);
});
