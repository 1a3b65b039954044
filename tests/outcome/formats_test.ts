import { BUILD_FORMATS, TEST_FORMATS } from "../../src/outcome/formats.ts";
import { readSummary, summaryLabel } from "../../src/outcome/summary.ts";
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
