import { asAscii } from "../../../src/build/ascii.ts";
import { BuildError } from "../../../src/build/build_error.ts";
import { assertEquals, assertThrows } from "../../_support/assert.ts";

Deno.test("asAscii() leaves what the code does as it was", async () => {
  const code =
    "export const found = ['a→b', 'ñ', '密码', '😀', 'x'].map((text) => /^(?:[ñÑ]|a→b|😀)$|^密/.test(text));";
  const ascii = asAscii(code);
  assertEquals(/^[\0-\x7f]*$/.test(ascii), true);
  const { found } = await import(`data:text/javascript,${encodeURIComponent(ascii)}`);
  assertEquals(found, [true, true, true, true, false]);
});

Deno.test("asAscii() refuses code in which an escape would say something else", () => {
  for (const code of ["/\\→/", "/\\\\\\→/", "String.raw`a→b`", "String.raw`\\`→`"]) {
    assertThrows(() => asAscii(code), BuildError);
  }
  assertEquals(asAscii("/\\\\→/"), "/\\\\\\u2192/");
});
