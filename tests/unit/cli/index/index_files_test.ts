import { assertEquals } from "../../../_support/assert.ts";
import { indexFiles } from "../../../../src/cli/index/index_project.ts";
import { Workload } from "../../../../src/cli/process/workload.ts";
import { pathsBelow } from "../../../../src/machine/paths.ts";
import { ProjectFolder } from "./project_folder.ts";

function index(folder: ProjectFolder, files: readonly string[], maxMs = 60_000): Promise<number> {
  const { store, root, project } = folder;
  const workload = new Workload(store, { maxMs });
  return indexFiles({ store, paths: pathsBelow(`${root}/data`), workload }, project, files);
}

Deno.test("single files are read when they have changed, and forgotten when they are gone", async () => {
  using folder = new ProjectFolder({ "src/a.ts": "function a() {}\n", "src/b.ts": "function b() {}\n" });
  const [a, b] = [`${folder.project}/src/a.ts`, `${folder.project}/src/b.ts`];
  assertEquals(await index(folder, [a]), 1);
  assertEquals(folder.units(), ["a src/a.ts"]);
  assertEquals(await index(folder, [a, b, a]), 1);
  folder.write("src/a.ts", "function other() {}\n");
  Deno.removeSync(b);
  assertEquals(await index(folder, [a, b]), 2);
  assertEquals(folder.units(), ["other src/a.ts"]);
});

Deno.test("what a walk would not find is left alone as a single file, too", async () => {
  using folder = new ProjectFolder({
    ".gitignore": "ignored.ts\n",
    "ignored.ts": "function ignored() {}\n",
    "node_modules/x.js": "function foreign() {}\n",
    "notes.md": "# Notes\n",
  });
  Deno.writeTextFileSync(`${folder.root}/outside.ts`, "function outside() {}\n");
  const files = [
    "/etc/passwd",
    `${folder.root}/outside.ts`,
    `${folder.project}/../outside.ts`,
    `${folder.project}/./ignored.ts`,
    `${folder.project}/ignored.ts`,
    `${folder.project}/node_modules/x.js`,
    `${folder.project}/notes.md`,
    `${folder.project}`,
    `${folder.project}/`,
    "",
  ];
  assertEquals(await index(folder, files), 0);
  assertEquals(folder.units(), []);
});

Deno.test("a file that has become ignored is forgotten", async () => {
  using folder = new ProjectFolder({ "a.ts": "function a() {}\n" });
  await index(folder, [`${folder.project}/a.ts`]);
  folder.write(".gitignore", "*.ts\n");
  await index(folder, [`${folder.project}/a.ts`]);
  assertEquals(folder.units(), []);
});

Deno.test("files of a project that is excluded are not read, nor any when there is no time left", async () => {
  using folder = new ProjectFolder({ "a.ts": "function a() {}\n" });
  assertEquals(await index(folder, [`${folder.project}/a.ts`], 0), 0);
  Deno.mkdirSync(`${folder.root}/data`);
  Deno.writeTextFileSync(
    `${folder.root}/data/config.yaml`,
    `privacy: { exclude_projects: [${JSON.stringify(folder.project)}] }\n`,
  );
  assertEquals(await index(folder, [`${folder.project}/a.ts`]), 0);
  assertEquals(folder.units(), []);
});
