import { assertEquals } from "../../_support/assert.ts";
import { fingerprintOf, type Ingredients } from "../../../src/build/fingerprint.ts";

const BASE: Ingredients = {
  files: new Map([["stop.js", "go()"], ["lazy-1.js", "later()"]]),
  flags: ["--allow-read"],
  output: "dist/stop",
  runtime: "sha256 1",
  denoVersion: "2.9.4",
};

Deno.test("fingerprintOf is the same whatever the order in which files were read", async () => {
  const turned = { ...BASE, files: new Map([...BASE.files].reverse()) };
  assertEquals(await fingerprintOf(turned), await fingerprintOf(BASE));
});

Deno.test("fingerprintOf changes with every ingredient, down to one byte of a file", async () => {
  const changes: Partial<Ingredients>[] = [
    {},
    { files: new Map([["stop.js", "gp()"], ["lazy-1.js", "later()"]]) },
    { files: new Map([["stop.js", "go()"], ["lazy-2.js", "later()"]]) },
    { files: new Map([["stop.js", "go()"]]) },
    { flags: ["--allow-write"] },
    { output: "dist/other" },
    { runtime: "sha256 2" },
    { denoVersion: "2.9.5" },
  ];
  const prints = await Promise.all(changes.map((change) => fingerprintOf({ ...BASE, ...change })));
  assertEquals(new Set(prints).size, changes.length);
});
