import { assertEquals } from "../../_support/assert.ts";
import { modeOf } from "../../../src/machine/files.ts";

Deno.test("modeOf() is what the file says, and nothing on Windows, where the runtime makes it up", () => {
  const info = { mode: 0o100666 }; // of every executable there
  assertEquals(modeOf(info, "linux"), 0o100666);
  assertEquals(modeOf(info, "darwin"), 0o100666);
  assertEquals(modeOf(info, "windows"), null);
  assertEquals(modeOf({ mode: null }, "linux"), null);
});
