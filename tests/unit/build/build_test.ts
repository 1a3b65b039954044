import { assertEquals, assertMatch } from "../../_support/assert.ts";
import { EXECUTABLES, outputNames } from "../../../src/build/executables.ts";
import { runDeno } from "../../../src/build/run_deno.ts";

/** A copy of the build in a project of its own, with stand-ins for the programs it compiles. */
class Project implements AsyncDisposable {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async create(entries: Record<string, string>): Promise<Project> {
    const project = new Project(await Deno.makeTempDir({ prefix: "mneme build " }));
    const source = `${import.meta.dirname}/../../..`;
    for (const folder of ["src/build", "src/code", "src/base"]) {
      for await (const { name, isFile } of Deno.readDir(`${source}/${folder}`)) {
        if (isFile) await project.copy(source, `${folder}/${name}`);
      }
    }
    const machine = ["environment", "files", "paths"].map((name) => `src/machine/${name}.ts`);
    for (const path of [...machine, "src/cli/frame/run_program.ts"]) await project.copy(source, path);
    for (const name of ["deno.json", "deno.lock"]) await project.copy(source, name);
    for (const [path, text] of Object.entries(entries)) await project.write(path, text);
    return project;
  }

  async write(path: string, text: string): Promise<void> {
    await Deno.mkdir(`${this.#root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${this.#root}/${path}`, text);
  }

  async copy(source: string, path: string): Promise<void> {
    await this.write(path, await Deno.readTextFile(`${source}/${path}`));
  }

  async remove(path: string): Promise<void> {
    await Deno.remove(`${this.#root}/${path}`);
  }

  async list(path: string): Promise<string[]> {
    return (await Array.fromAsync(Deno.readDir(`${this.#root}/${path}`), ({ name }) => name)).sort();
  }

  /** Deno itself stands in for the runtime, so that nothing is downloaded; the results cannot be run. */
  async run(...args: string[]): Promise<{ success: boolean; last: string; stderr: string }> {
    const env = { DENORT_BIN: Deno.execPath() };
    const run = await runDeno(["run", "-A", `${this.#root}/src/build/main.ts`, ...args], { cwd: "/", env });
    return { success: run.success, last: run.stdout.trimEnd().split("\n").at(-1) ?? "", stderr: run.stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#root, { recursive: true });
  }
}

/** Lies beside the code of the program, as all texts do. */
const SCHEMA = "src/store/schema.sql";
const TEXTS = {
  [SCHEMA]: "-- a table",
  "src/view/page/main.tsx": "",
};

const NAMES = EXECUTABLES.map(({ name }) => name).sort();
const NEW = new RegExp(`^${NAMES.length} executables, one file of [\\d.]+ MB, compiled in [\\d.]+ s$`);
const UNCHANGED = new RegExp(`^${NAMES.length} executables, one file of [\\d.]+ MB, unchanged$`);

/** A project whose executables do nothing, and whose grammars come from a package that is there. */
async function smallProject(): Promise<Project> {
  const entries = EXECUTABLES.map(({ entry }) => [entry, "Deno.exit(0);"]);
  return await Project.create({ ...Object.fromEntries(entries), ...TEXTS });
}

Deno.test("build compiles what changed and nothing else", async () => {
  await using project = await smallProject();
  const first = await project.run("build");
  assertEquals(first.stderr, "");
  assertMatch(first.last, NEW);
  assertEquals(await project.list("dist"), NAMES);
  assertMatch((await project.run("build")).last, UNCHANGED);

  await project.write("hooks/stop.ts", "// a comment\nDeno.exit(0);");
  assertMatch((await project.run("build")).last, UNCHANGED);
  await project.write(SCHEMA, "-- another table");
  assertMatch((await project.run("build")).last, NEW);
  await project.write("hooks/stop.ts", "Deno.exit(1);");
  assertMatch((await project.run("build")).last, NEW);

  await project.write("dist/left-the-table", "");
  await project.remove("dist/stop");
  assertMatch((await project.run("build")).last, UNCHANGED);
  assertEquals(await project.list("dist"), NAMES);
});

Deno.test("build says in one line what it cannot build", async () => {
  await using project = await smallProject();
  await project.write("hooks/stop.ts", "const x = ;");
  const run = await project.run("build");
  assertEquals(run.success, false);
  assertMatch(run.stderr, /^Cannot bundle stop: .*stop\.ts:1:11\n$/);
  assertMatch((await project.run("build", "stop")).stderr, /^usage: /);
});

Deno.test("a build makes what the system can start", () => {
  assertEquals(outputNames("linux").slice(0, 2), ["session-start", "user-prompt-submit"]);
  assertEquals(outputNames("windows").at(-1), "mneme.exe");
});
