import { assert, assertEquals } from "../_support/assert.ts";
import { EXECUTABLES } from "../../src/build/executables.ts";

const BUNDLES = new URL("../../build/bundles/", import.meta.url).pathname;
// A word in a list of words is none.
const IMPORT = /(?<!["'])\bimport\s*(?:[\w*{},$\s]+?\bfrom\s*|\(\s*)?["']([\w.@][^"'\n]*)["']/g;

for (const { name } of EXECUTABLES.filter(({ entry }) => entry.startsWith("hooks/"))) {
  Deno.test(`the bundle of ${name} loads no built-in module but SQLite, in no chunk, and beside its code only tables`, () => {
    const texts = textsOf(name);
    assert(texts.length > 0);
    const imports = texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, specifier]) => specifier!));
    const foreign = new Set(imports.filter((specifier) => !/^\.\/|^\.\.\/\w+\.json$/.test(specifier)));
    foreign.delete("node:sqlite");
    assertEquals([...foreign], []);
  });
}

function textsOf(name: string): string[] {
  return [...Deno.readDirSync(BUNDLES + name)].map((file) =>
    Deno.readTextFileSync(`${BUNDLES}${name}/${file.name}`)
  );
}
