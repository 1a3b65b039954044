// Makes in a copy of the project each change that docs/contributing.md describes, in as few files as it promises, and
// asks the copy whether it knows the new thing.
import { assert, assertEquals } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { readSource } from "./module_graph.ts";

/** What is put before or after a text that stands in a file, or a new file. */
type Edit =
  | { readonly file: string; readonly after: string; readonly text: string }
  | { readonly file: string; readonly whole: string };

interface Change {
  readonly page: string;
  readonly most: number;
  readonly edits: readonly Edit[];
  /** A module whose last expression is printed, and what it prints. */
  readonly asks: string;
  readonly answer: string;
}

const CHANGES = casesOf<Change>(import.meta.filename);

const MOST_LINES = 12;

for (const { page, most, edits } of CHANGES) {
  Deno.test(`contributing.md: "${page}" takes a few lines, and at most ${most} files`, () => {
    const [, section = ""] = readSource("docs/contributing.md").split(`\n## ${page}\n`);
    const lines = section.split("\n## ")[0]!.trim().split("\n");
    assert(section !== "" && lines.length <= MOST_LINES, `${lines.length} lines`);
    assert(new Set(edits.map(({ file }) => file)).size <= most);
    for (const { file } of edits) {
      const folder = file.slice(0, file.lastIndexOf("/"));
      assert(section.includes(file) || section.includes(folder), `the page does not name ${file}`);
    }
  });
}

Deno.test("each change of contributing.md works in a copy of the project", async () => {
  const copy = await Deno.makeTempDir({ prefix: "mneme-contributing-" });
  try {
    await Deno.mkdir(`${copy}/tests`);
    for (const name of ["src", "hooks", "tests/privacy", "deno.json", "deno.lock"]) {
      await copyInto(copy, name);
    }
    for (const edit of CHANGES.flatMap(({ edits }) => edits)) await make(copy, edit);
    await deno(copy, "run", "-A", "--no-check", "tests/privacy/write_keywords.ts"); // of `deno task keywords`
    await deno(copy, "check", "--quiet", "hooks", "src/build/main.ts", "src/cli/main.ts");
    for (const { page, asks, answer } of CHANGES) {
      await Deno.writeTextFile(`${copy}/asks.ts`, asks);
      assertEquals([page, await deno(copy, "run", "-A", "--no-check", "asks.ts")], [page, answer]);
    }
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
});

async function copyInto(copy: string, name: string): Promise<void> {
  const from = `${PROJECT_ROOT}/${name}`;
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, `${copy}/${name}`);
  await Deno.mkdir(`${copy}/${name}`);
  for await (const entry of Deno.readDir(from)) await copyInto(copy, `${name}/${entry.name}`);
}

async function make(copy: string, edit: Edit): Promise<void> {
  const path = `${copy}/${edit.file}`;
  if ("whole" in edit) return await Deno.writeTextFile(path, edit.whole);
  const before = await Deno.readTextFile(path);
  assertEquals([edit.file, before.split(edit.after).length], [edit.file, 2]);
  await Deno.writeTextFile(path, before.replace(edit.after, () => edit.after + edit.text));
}

async function deno(cwd: string, ...args: readonly string[]): Promise<string> {
  const run = await new Deno.Command(Deno.execPath(), { args: [...args], cwd, env: { NO_COLOR: "1" } })
    .output();
  const [out, error] = [run.stdout, run.stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  assert(run.success, error || out || args.join(" "));
  return out ?? "";
}
