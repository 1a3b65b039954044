import { fileURLToPath } from "node:url";
import { assert, assertEquals } from "../_support/assert.ts";
import { demoOutput, withoutTimes } from "./guide/screenshots.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const README = Deno.readTextFileSync(`${ROOT}README.md`);

Deno.test("the README's first screen is what the demo prints", async () => {
  const [, shown = ""] = /<!-- demo:start -->([^]*?)```\s*<!-- demo:end -->/.exec(README) ?? [];
  assertEquals(withoutTimes(shown), await demoOutput());
});

Deno.test("the README fits on a few screens: 12 kB", () => {
  const { length } = new TextEncoder().encode(README);
  assert(length <= 12_000, `it has ${length} bytes: move what a newcomer does not want to docs/`);
});

Deno.test("architecture.md names files that are there", async () => {
  const text = await Deno.readTextFile(`${ROOT}docs/architecture.md`);
  const named = new Set(Array.from(text.matchAll(/\b(?:src|hooks)\/[\w/]+\.ts\b/g), ([path]) => path));
  const missing: string[] = [];
  for (const path of named) {
    await Deno.stat(`${ROOT}${path}`).catch(() => missing.push(path));
  }
  assertEquals(missing, []);
  assert(named.size > 20);
});
