import { inAscii, isClosedPipe } from "../../../src/machine/stdio.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("inAscii() is the same JSON in signs that every encoding has", () => {
  const value = { text: "Größe → 日本 😀", plain: "a\\n\u007f" };
  const text = inAscii(JSON.stringify(value));
  assertEquals(JSON.parse(text), value);
  assertEquals(/^[\0-\x7f]*$/.test(text), true);
});

Deno.test("isClosedPipe() knows every error by which a system says that nobody reads any more", () => {
  assertEquals(isClosedPipe(new Deno.errors.BrokenPipe("Broken pipe")), true);
  const notConnected = Object.assign(new Error("Pipe not connected. (os error 233)"), { code: "EPIPE" });
  assertEquals(isClosedPipe(notConnected), true);
  assertEquals(isClosedPipe(new Deno.errors.PermissionDenied("no")), false);
});
