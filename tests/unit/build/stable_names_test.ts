import { assertEquals } from "../../_support/assert.ts";
import { withStableNames } from "../../../src/build/bundle.ts";

function bundle(lazy: string, shared: string): Map<string, string> {
  return new Map([
    [`chunk-${shared}.js`, "export let a=1"],
    [`lazy-${lazy}.js`, `import{a}from"./chunk-${shared}.js";a()`],
    ["stop.js", `import"./chunk-${shared}.js";await import("./lazy-${lazy}.js")`],
  ]);
}

Deno.test("withStableNames numbers chunks as they are first mentioned, in names and mentions alike", () => {
  const renamed = withStableNames(bundle("3N6PGKKC", "WOT6VMZA"), "stop.js");
  assertEquals(Object.fromEntries(renamed), {
    "stop.js": 'import"./chunk-1.js";await import("./lazy-2.js")',
    "chunk-1.js": "export let a=1",
    "lazy-2.js": 'import{a}from"./chunk-1.js";a()',
  });
});

Deno.test("withStableNames gives the same files whatever the bundler hashed", () => {
  const here = withStableNames(bundle("3N6PGKKC", "WOT6VMZA"), "stop.js");
  const there = withStableNames(bundle("AAAAAAAA", "ZZZZZZZZ"), "stop.js");
  assertEquals(here, there);
});

Deno.test("withStableNames leaves mentions of files outside the bundle alone", () => {
  const files = new Map([["stop.js", 'const path="./settings-ABCDEFGH.js"']]);
  assertEquals(withStableNames(files, "stop.js"), files);
});
