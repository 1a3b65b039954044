import { assertEquals } from "../../_support/assert.ts";
import { EXECUTABLES } from "../../../src/build/executables.ts";
import { grammarFiles } from "../../../src/core/code/grammars.ts";

Deno.test("mneme alone holds files beside its code: tree-sitter's program and the grammar of each language", () => {
  const holders = EXECUTABLES.filter(({ assets }) => assets !== undefined);
  assertEquals(holders.map(({ name }) => name), ["mneme"]);
  const held = holders.flatMap(({ assets = [] }) => assets.flatMap(({ files }) => files));
  const names = held.map((file) => file.slice(file.lastIndexOf("/") + 1)).sort();
  assertEquals(names, ["tree-sitter", ...grammarFiles()].map((name) => `${name}.wasm`).sort());
});
