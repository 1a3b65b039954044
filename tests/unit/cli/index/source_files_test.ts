import { openCodeReader } from "../../../../src/cli/index/index_command.ts";
import { findSourceFiles } from "../../../../src/cli/index/source_files.ts";
import type { CodeUnit } from "../../../../src/code/assemble_units.ts";
import { grammarOf } from "../../../../src/code/grammars.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { ProjectFolder } from "./project_folder.ts";

interface Walk {
  readonly what: string;
  readonly files: Record<string, string>;
  /** The folder in which it begins. */
  readonly from?: string;
  readonly found: string[];
}

const LARGE = { "large.ts": "//\n".repeat(400_000), "small.ts": "//\n" };
const WALKS: Walk[] = [
  ...casesOf<Walk>(import.meta.filename),
  { what: "no file over a megabyte", files: LARGE, found: ["small.ts"] },
];

for (const { what, files, from = "", found } of WALKS) {
  Deno.test(`a walk finds ${what}`, () => {
    using folder = new ProjectFolder(files);
    const paths = findSourceFiles(folder.project + from).map(({ path }) => path).sort();
    assertEquals(paths, [...found].sort());
  });
}

Deno.test("a walk follows no link, out of the tree or in it", () => {
  using folder = new ProjectFolder({ "src/a.ts": "" });
  Deno.mkdirSync(`${folder.root}/outside`);
  Deno.writeTextFileSync(`${folder.root}/outside/secret.ts`, "");
  Deno.symlinkSync(`${folder.root}/outside`, `${folder.project}/linked`);
  Deno.symlinkSync(`${folder.root}/outside/secret.ts`, `${folder.project}/secret.ts`);
  Deno.symlinkSync(folder.project, `${folder.project}/src/again`);
  assertEquals(findSourceFiles(folder.project).map(({ path }) => path), ["src/a.ts"]);
});

const FIXTURES = `${import.meta.dirname}/../../../fixtures/code/`;

interface ExpectedUnit {
  readonly lines: string;
  readonly kind: string;
  readonly name: string;
  readonly signature: string;
  readonly doc: string | null;
}

for (const { name: language } of Deno.readDirSync(FIXTURES)) {
  const folder = `${FIXTURES}${language}/`;
  const expected: Record<string, ExpectedUnit[]> = JSON.parse(
    Deno.readTextFileSync(`${folder}expected.json`),
  );
  for (const [file, units] of Object.entries(expected)) {
    Deno.test(`the units of ${language}/${file} are those that a reader would name`, async () => {
      const reader = await openCodeReader();
      const found = await reader(Deno.readTextFileSync(folder + file), grammarOf(file)!);
      assertEquals(found?.map(inShort), units);
    });

    Deno.test(`of ${language}/${file} half written, what is named has a name and a place`, async () => {
      const reader = await openCodeReader();
      const whole = Deno.readTextFileSync(folder + file);
      for (let length = 0; length < whole.length; length += 37) {
        const text = whole.slice(0, length);
        const found = await reader(text, grammarOf(file)!);
        for (const unit of found ?? []) {
          assert(unit.name !== "" && unit.signature !== "", `${length}: ${JSON.stringify(unit)}`);
          assert(1 <= unit.startLine && unit.startLine <= unit.endLine, `${length}: ${unit.name}`);
          assert(unit.endLine <= text.split("\n").length, `${length}: ${unit.name}`);
        }
      }
    });
  }
}

function inShort({ startLine, endLine, kind, name, signature, doc }: CodeUnit): ExpectedUnit {
  return { lines: `${startLine}-${endLine}`, kind, name, signature, doc };
}

Deno.test("texts made to be slow do not keep a reader from the next file", async () => {
  const reader = await openCodeReader();
  const cases: readonly (readonly [file: string, text: string])[] = [
    ["blanks.cpp", " ".repeat(900_000)],
    ["capitals.h", "A".repeat(900_000)],
    ["sentences.ts", `/** ${"E.g. ".repeat(150_000)} */\nfunction a() {}\n`],
    ["tags.ts", "// <p<p<p<p<p\n".repeat(60_000) + "function a() {}\n"],
    ["nested.ts", "class A { static b = ".repeat(40_000)],
  ];
  for (const [file, text] of cases) await reader(text, grammarOf(file)!);
  const found = await reader("int fine();", grammarOf("fine.h")!);
  assertEquals(found?.map(({ name }) => name), ["fine"]);
});
