import fc from "fast-check";
import { assertEquals } from "../../_support/assert.ts";
import { itemId, KINDS, parseItemId } from "../../../src/search/search_types.ts";
import { testVerdicts } from "../../_support/cases.ts";

Deno.test("parseItemId reads what itemId writes, in both cases and with blanks around it", () => {
  fc.assert(fc.property(fc.constantFrom(...KINDS), fc.integer({ min: 1, max: 1e14 }), (kind, ref) => {
    const id = itemId({ kind, ref });
    for (const text of [id, id.toUpperCase(), ` ${id}\n`]) assertEquals(parseItemId(text), { kind, ref });
  }));
});

Deno.test("each kind has a letter of its own", () => {
  assertEquals(new Set(KINDS.map((kind) => itemId({ kind, ref: 1 }))).size, 8);
  assertEquals(itemId({ kind: "scratchpad", ref: 5 }), "n5");
});

testVerdicts(import.meta.filename, { parseItemId });
