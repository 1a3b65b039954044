import { assertEquals, assertMatch } from "../../_support/assert.ts";
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
    for (const folder of ["src/build", "src/core/code", "src/core/code/queries"]) {
      for await (const { name, isFile } of Deno.readDir(`${source}/${folder}`)) {
        if (isFile) await project.copy(source, `${folder}/${name}`);
      }
    }
    await project.copy(source, "src/host/environment.ts");
    await project.write("deno.json", "{}");
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
  async run(
    ...args: string[]
  ): Promise<{ success: boolean; compiled: string[]; last: string; stderr: string }> {
    const env = { DENORT_BIN: Deno.execPath() };
    const run = await runDeno(["run", "-A", `${this.#root}/src/build/main.ts`, ...args], { cwd: "/", env });
    const lines = run.stdout.trimEnd().split("\n");
    const compiled = lines.slice(1, -1).map((line) => line.split("  ")[0] ?? "");
    return { success: run.success, compiled, last: lines.at(-1) ?? "", stderr: run.stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#root, { recursive: true });
  }
}

/** What `stop` holds beside its code. */
const WEIGHTS = "src/core/triage/trained_weights.txt";

Deno.test("build compiles what changed and nothing else", async () => {
  await using project = await Project.create({ "hooks/stop.ts": "Deno.exit(0);", [WEIGHTS]: "PPP" });
  const first = await project.run("build", "stop");
  assertEquals(first.stderr, "");
  assertEquals(first.compiled, ["build/empty-program/empty", "dist/stop"]);
  assertMatch(first.last, /^1 executable, [\d.]+ MB, 1 compiled$/);
  assertEquals((await project.run("build", "stop")).compiled, []);

  await project.write("hooks/stop.ts", "// a comment\nDeno.exit(0);");
  assertEquals((await project.run("build", "stop")).compiled, []);
  await project.write(WEIGHTS, "QQQ");
  assertEquals((await project.run("build", "stop")).compiled, ["dist/stop"]);
  await project.write("hooks/stop.ts", "Deno.exit(1);");
  assertEquals((await project.run("build", "stop")).compiled, ["dist/stop"]);

  await project.write("dist/stop", "cut off");
  await project.write("dist/left-the-table", "");
  assertEquals((await project.run("build", "stop")).compiled, ["dist/stop"]);
  assertEquals(await project.list("dist"), ["stop"]);
  await project.remove("dist/stop");
  assertEquals((await project.run("build", "stop")).compiled, ["dist/stop"]);

  assertEquals((await project.run("clean")).success, true);
  assertEquals(await project.list("."), ["deno.json", "hooks", "src"]);
});

Deno.test("build says in one line what it cannot build", async () => {
  await using project = await Project.create({ "hooks/stop.ts": "const x = ;" });
  const failures = {
    stop: /^Cannot bundle stop: .*stop\.ts:1:11\n$/,
    mneme: /^Cannot build: src\/cli\/main\.ts not found; .*\n$/,
    start: /^Cannot build "start": there is no such executable; choose from session-start, .*\n$/,
  };
  for (const [name, message] of Object.entries(failures)) {
    const run = await project.run("build", name);
    assertEquals(run.success, false);
    assertMatch(run.stderr, message);
  }
});
