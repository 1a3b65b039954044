import { ORIENTATION_UNITS, orientationText } from "../../../src/session/light_context.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

Deno.test("orientationText() is nothing where no part says anything", () => {
  assertEquals(orientationText([], 6000), undefined);
  const found = orientationText([{ title: "A", lines: [] }, { title: "B", lines: ["", "  "] }], 6000);
  assertEquals(found, undefined);
});

Deno.test("orientationText() keeps its size, cuts long lines, and cuts the longest part first", () => {
  const long = { title: "Long", lines: Array.from({ length: 25 }, (_, i) => `${i} ${"x".repeat(1000)}`) };
  const short = { title: "Short", lines: ["one", "two"] };
  const text = orientationText([long, short], ORIENTATION_UNITS) ?? "";
  assert(text.length <= ORIENTATION_UNITS && text.length > ORIENTATION_UNITS - 400, `${text.length}`);
  assert(text.split("\n").every((line) => line.length <= 302));
  assert(text.includes("> 0 x") && text.includes("> one\n> two"));
  assertEquals(orientationText([long, { title: "B", lines: ["", long.lines[0]!] }], 150), undefined);
});
