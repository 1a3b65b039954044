import { findFaults } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";
import { inTime } from "../../_support/in_time.ts";

Deno.test("findFaults() reads on after a code block, and finds no heading in it", () => {
  const faults = findFaults("```js\n## No\n````\n## Two\ntext", ["No", "Two"]);
  assertEquals(faults, [{ section: "No", kind: "missing" }]);
});

Deno.test("findFaults() takes time in proportion to what it reads", () => {
  for (const part of ["#", "*", "_", "`", "<!--", "- ", "\\", "=", "**a", "> ", "\n#", "\n```", "\n-\nx"]) {
    inTime(() => findFaults(`# One\n${part.repeat(200_000)}`, ["One", "Two"]));
  }
});
