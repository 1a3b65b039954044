import { isClosedPipe, jsonThroughShell, writeAll } from "../../../src/machine/stdio.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("jsonThroughShell() is on Windows the same JSON in signs that every encoding has", () => {
  const value = { text: "Größe → 日本 😀", plain: "a\\n\u007f" };
  const text = jsonThroughShell(JSON.stringify(value), "windows");
  assertEquals(JSON.parse(text), value);
  assertEquals(/^[\0-\x7f]*$/.test(text), true);
});

Deno.test("isClosedPipe() knows every error by which a system says that nobody reads any more", () => {
  assertEquals(isClosedPipe(new Deno.errors.BrokenPipe("Broken pipe")), true);
  const notConnected = Object.assign(new Error("Pipe not connected. (os error 233)"), { code: "EPIPE" });
  assertEquals(isClosedPipe(notConnected), true);
  assertEquals(isClosedPipe(new Deno.errors.PermissionDenied("no")), false);
});

Deno.test("writeAll() writes everything to a pipe that does not block and is full at times", () => {
  const written: number[] = [];
  let isFull = false;
  const pipe = {
    writeSync(bytes: Uint8Array): number {
      isFull = !isFull;
      if (isFull) throw new Deno.errors.WouldBlock("Resource temporarily unavailable");
      written.push(...bytes);
      return bytes.length;
    },
  };
  const text = "0123456789\u00e4".repeat(1000);
  writeAll(pipe, text);
  assertEquals(new TextDecoder().decode(Uint8Array.from(written)), text);
});
