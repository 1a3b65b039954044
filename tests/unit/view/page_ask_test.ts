/// <reference lib="dom" />
import { assertEquals } from "../../_support/assert.ts";

Deno.test("the page of a read-only copy names invisible characters, and leaves words as they are", async () => {
  const answers = { place: { project: "/home/\u202edev/undefined", projects: [] } };
  const element = { textContent: JSON.stringify(answers) };
  Object.assign(globalThis, { document: { getElementById: () => element } });
  const { ask } = await import("../../../src/view/page/ask.ts");
  assertEquals((await ask("place")).project, "/home/⟨U+202E⟩dev/undefined");
});
