import { assertEquals } from "../../_support/assert.ts";
import { isSameMatter } from "../../../src/memory/memory_relation.ts";

const FLOATS = "A cart that is off by a cent comes from adding floats; count in whole cents.";

for (
  const [other, is] of [
    ["We add floats in the cart, so totals come out a cent off: count whole cents", true],
    ["Whole cents: floats add up wrongly", false],
    ["Count the cart in whole cents", true],
    ["The cart is rendered on the server", false],
    ["Floats", false],
    ["", false],
  ] as const
) {
  Deno.test(`isSameMatter() is ${is} of a memory and ${JSON.stringify(other)}`, () => {
    assertEquals([isSameMatter(FLOATS, other), isSameMatter(other, FLOATS)], [is, is]);
  });
}

Deno.test("isSameMatter() is false of what takes the other back", () => {
  assertEquals(isSameMatter("Always deploy on Friday evening", "Never deploy on Friday evening"), false);
});

Deno.test("isSameMatter() is true of what rules out the same in the passive", () => {
  const rule = "Always use pnpm here, never npm.";
  const saved = "This repo uses pnpm as package manager; npm must not be used";
  assertEquals([isSameMatter(saved, rule), isSameMatter(rule, saved)], [true, true]);
  assertEquals(isSameMatter("npm must not be used, pnpm is", "Always use npm here, never pnpm."), false);
});
