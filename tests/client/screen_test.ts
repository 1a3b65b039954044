import { assertEquals, assertThrows } from "../_support/assert.ts";
import { Screen } from "./_support/terminal.ts";

Deno.test("Screen paints over what was there and keeps what it does not touch", () => {
  const screen = new Screen(3, 20);
  screen.feed("waiting for hook\x1b[2;5Hbelow\x1b[1;1Hran\x1b[K");
  assertEquals(screen.rows(), ["ran", "    below", ""]);
});

Deno.test("Screen waits for the rest of a sequence that was cut off", () => {
  const screen = new Screen(1, 20);
  screen.feed("one\x1b[3");
  screen.feed("Ctwo");
  assertEquals(screen.rows(), ["one   two"]);
});

Deno.test("Screen scrolls at its end and wraps at its edge", () => {
  const screen = new Screen(2, 4);
  screen.feed("abcdef\r\nlast");
  assertEquals(screen.rows(), ["ef", "last"]);
});

Deno.test("Screen remembers rows that are gone again", () => {
  const screen = new Screen(1, 20);
  screen.feed("hook failed");
  screen.feed("\x1b[2J");
  assertEquals(screen.rows(), [""]);
  assertEquals(screen.everShown().includes("hook failed"), true);
});

Deno.test("Screen refuses to guess a sequence that moves text", () => {
  assertThrows(() => new Screen(2, 4).feed("\x1b[2M"), /Cannot draw "CSI 2M"/);
});
