import { below } from "../../../src/base/slashes.ts";
import { hasScratchpads, ScratchpadFiles, scratchpadFolder } from "../../../src/machine/scratchpad_files.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { onlyWith } from "../../_support/windows.ts";
import { TestHome } from "../../_support/test_home.ts";
import { testIn } from "../../_support/test_in.ts";

const DAY = "2026-03-01";

/** A project with scratchpads in it. */
class ScratchpadProject extends TestHome {
  readonly folder = scratchpadFolder(this.root);
  readonly files = new ScratchpadFiles(this.folder);

  override write(path: string, content: string | Uint8Array): string {
    super.write(`.claude/scratchpad/${path}`, content);
    return below(this.folder, path);
  }
}

const test = testIn(ScratchpadProject);
const links = onlyWith("links", ScratchpadProject);

links.test("hasScratchpads() is true for a folder alone, wherever a link leads to it", (project) => {
  assertEquals(hasScratchpads(project.root), false);
  Deno.mkdirSync(`${project.root}/.claude`);
  assertEquals(hasScratchpads(project.root), false);
  Deno.writeTextFileSync(project.folder, "a file");
  assertEquals(hasScratchpads(project.root), false);
  Deno.removeSync(project.folder);
  Deno.symlinkSync(project.folder, project.folder);
  assertEquals(hasScratchpads(project.root), false);
  Deno.removeSync(project.folder);
  Deno.mkdirSync(`${project.root}/elsewhere`);
  Deno.symlinkSync(`${project.root}/elsewhere`, project.folder);
  assertEquals(hasScratchpads(project.root), true);
  assertEquals(hasScratchpads(`${project.root}/not there`), false);
  assertEquals(scratchpadFolder("/"), "/.claude/scratchpad");
});

test("ScratchpadFiles.read() gives the text, or says that there is no file", (project) => {
  assertEquals(project.files.read("worker", DAY), { kind: "missing" });
  assertEquals(project.files.textOf({ agent: "a", path: `${project.folder}/a/gone.md` }), "");
  project.write(`worker/${DAY}.md`, "\ufeff## Ärger");
  assertEquals(project.files.read("worker", DAY), { kind: "text", text: "## Ärger" });
  assertEquals(project.files.read("worker", "2026-03-02"), { kind: "missing" });
});

test("ScratchpadFiles reads no file of 50 MB", (project) => {
  const path = project.write(`worker/${DAY}.md`, new Uint8Array(50_000_000).fill(0x78));
  assertEquals(project.files.read("worker", DAY), { kind: "unreadable", reason: "it is too long" });
  assertEquals(project.files.textOf({ agent: "worker", path }), "");
});

test("ScratchpadFiles.newest() goes by the date in the name", (project) => {
  assertEquals(project.files.newest("ego"), undefined);
  project.write("ego/README.md", "x");
  assertEquals(project.files.newest("ego")?.path, below(project.folder, "ego/README.md"));
  for (const name of ["2026-02-28.md", "2026-03-01.md", "2025-12-31.md", "2026-03-02.txt"]) {
    project.write(`ego/${name}`, name);
  }
  assertEquals(project.files.newest("ego")?.path, below(project.folder, "ego/2026-03-01.md"));
  assertEquals(project.files.days("ego"), ["2026-03-01", "2026-02-28", "2025-12-31"]);
});

test("ScratchpadFiles.ofDay() lists who has written that day, and when", (project) => {
  assertEquals(project.files.ofDay(DAY), []);
  project.write(`b/${DAY}.md`, "x");
  const path = project.write(`a/${DAY}.md`, "x");
  project.write(`empty/${DAY}.md`, "");
  project.write("c/2026-03-02.md", "x");
  project.write(`.hidden/${DAY}.md`, "x");
  Deno.utimeSync(path, 1_000_000, 1_000_000);
  const found = project.files.ofDay(DAY);
  assertEquals(found.map(({ agent }) => agent), ["a", "b"]);
  assertEquals(found[0], { agent: "a", path, changedAt: new Date(1_000_000_000) });
  assertEquals(project.files.agents(), ["a", "b", "c", "empty"]);
});

test("ScratchpadFiles.pathOf() names on Windows a folder that can exist there, and elsewhere the agent's own name", () => {
  const own = new ScratchpadFiles("/p/.claude/scratchpad");
  const windows = new ScratchpadFiles("C:\\p\\.claude\\scratchpad");
  for (const [agent, name] of casesOf<[agent: string, name: string]>(import.meta.filename)) {
    assertEquals(own.pathOf(agent, DAY), `/p/.claude/scratchpad/${agent}/${DAY}.md`);
    assertEquals(windows.pathOf(agent, DAY), `C:\\p\\.claude\\scratchpad\\${name}\\${DAY}.md`);
    assertEquals(windows.pathOf(name, DAY), windows.pathOf(agent, DAY), "the name of a folder that is there");
  }
});
