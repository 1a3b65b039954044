import runners from "../../src/outcome/runners.json" with { type: "json" };
import { BUILD_FORMATS, readSummary, summaryLabel, TEST_FORMATS } from "../../src/outcome/formats.ts";
import { assert, assertEquals } from "../_support/assert.ts";

const FORMATS = [...TEST_FORMATS, ...BUILD_FORMATS];

Deno.test("each format reads its own cases, and each case holds one of its signs", () => {
  for (const format of FORMATS) {
    for (const [output, label] of Object.entries(format.cases)) {
      const found = summaryLabel(readSummary(`${output}\n`, format));
      assertEquals([format.name, output, found], [format.name, output, label]);
      assert(
        format.signs.some((sign) => `${output}\n`.includes(sign)),
        `${format.name}: ${output}`,
      );
    }
  }
});

Deno.test("each format has a case", () => {
  assertEquals(
    FORMATS.filter(({ cases }) => Object.keys(cases).length === 0).map(({ name }) => name),
    [],
  );
});

/** Runners whose end alone tells how they went: nothing in their output is read. */
const UNREAD = ["-", "ninja", "dune", "nix"];

Deno.test("each command names a format that there is", () => {
  const known = [...UNREAD, ...FORMATS.map(({ name }) => name)];
  const named = runners.commands.map((row) => row.slice(0, row.indexOf(":")).split(" ")[1] ?? row);
  assertEquals(named.filter((name) => !known.includes(name)), []);
});
