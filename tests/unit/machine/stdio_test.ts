import { inAscii } from "../../../src/machine/stdio.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("inAscii() is the same JSON in signs that every encoding has", () => {
  const value = { text: "Größe → 日本 😀", plain: "a\\n\u007f" };
  const text = inAscii(JSON.stringify(value));
  assertEquals(JSON.parse(text), value);
  assertEquals(/^[\0-\x7f]*$/.test(text), true);
});
