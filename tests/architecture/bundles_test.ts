import { fileURLToPath } from "node:url";
import { assert, assertEquals } from "../_support/assert.ts";
import { EXECUTABLES } from "../../src/build/executables.ts";
import { filesBelow } from "../_support/test_home.ts";
import { readSource, sourceFiles } from "./module_graph.ts";

const BUNDLES = fileURLToPath(new URL("../../build/bundles/", import.meta.url));
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

const textsOf = (name: string) => filesBelow(BUNDLES + name).map((path) => Deno.readTextFileSync(path));

Deno.test("no resource has the name of the function that makes it, as Rollup renames only what is read", () => {
  const found = EXECUTABLES.flatMap(({ name }) => textsOf(name))
    .flatMap((text) => text.match(/\busing (\w+)=(?:await )?\1\(.*?;/g) ?? []);
  assertEquals(found, []);
});

/** A resource, and what its block does with it. */
const RESOURCE = /\busing (\w+) =.*?;\n((?:.*\n)*?)(?=^\s*}|(?![^]))/gm;

Deno.test("no resource is used by the next statement alone, as the bundler would forget to dispose of it", () => {
  const forgotten = sourceFiles("src").flatMap((path) =>
    [...readSource(path).matchAll(RESOURCE)].filter(([, name, rest = ""]) => {
      const [use, ...more] = rest.matchAll(new RegExp(`\\b${name}\\b`, "g"));
      if (use === undefined || more.length > 0) return false;
      const before = rest.slice(0, use.index);
      return !before.includes(";") && !/[({,]\s*$/.test(before.replace(/\bif \($/, ""));
    }).map(([text]) => `${path}: ${text.trim()}`)
  );
  assertEquals(forgotten, []);
});
