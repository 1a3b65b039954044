import { assertEquals } from "../../_support/assert.ts";
import { restoreElfHeader } from "../../../src/build/elf.ts";

const TABLES = {
  programHeaderOffset: 64,
  sectionHeaderOffset: 107_591_688,
  programHeaderCount: 12,
  sectionHeaderCount: 38,
};

Deno.test("restoreElfHeader writes four little-endian fields and touches nothing else", () => {
  const image = new Uint8Array(128).fill(0xee);
  restoreElfHeader(image, TABLES);
  const expected = new Uint8Array(128).fill(0xee);
  expected.set([64, 0, 0, 0, 0, 0, 0, 0], 0x20);
  expected.set([0x08, 0xb8, 0x69, 0x06, 0, 0, 0, 0], 0x28);
  expected.set([12, 0], 0x38);
  expected.set([38, 0], 0x3c);
  assertEquals(image, expected);
});

Deno.test("restoreElfHeader finds its fields in a view that begins inside a larger buffer", () => {
  const whole = new Uint8Array(256);
  restoreElfHeader(whole.subarray(100), TABLES);
  assertEquals(whole[0x38], 0);
  assertEquals(whole[100 + 0x38], 12);
});
