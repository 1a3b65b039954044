import { EXECUTABLES } from "../../../src/build/executables.ts";
import { bundledEntry, starterText } from "../../../src/build/starter.ts";
import { ENVIRONMENT_NAMES } from "../../../src/machine/environment.ts";
import { DIALECTS } from "../../../src/wire/dialects.ts";
import { assert, assertEquals, assertMatch } from "../../_support/assert.ts";

/** Says what it was left with: each permission's state, a listed variable and one that is not. */
const PROBE = `
const left = ["net", "run", "sys"].filter((name) => Deno.permissions.querySync({ name }).state === "granted");
let secret;
try { secret = Deno.env.get("SECRET_OF_ANOTHER"); } catch { secret = "refused"; }
console.log(JSON.stringify({ left, home: Deno.env.get("MNEME_HOME"), secret: secret ?? "unseen" }));
`;

/** The starter of all executables in a folder of its own, each of which runs the probe. */
class Program implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async create(): Promise<Program> {
    const program = new Program(await Deno.makeTempDir({ prefix: "mneme program " }));
    for (const executable of EXECUTABLES) {
      const path = `${program.folder}/${bundledEntry(executable)}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(path, PROBE);
    }
    return program;
  }

  /** What is said when the program is started by this path. */
  async startedAs(path: string): Promise<string> {
    const text = starterText(EXECUTABLES).replace("Deno.execPath()", JSON.stringify(path));
    await Deno.writeTextFile(`${this.folder}/start.js`, text);
    const run = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--allow-all", `${this.folder}/start.js`],
      env: { MNEME_HOME: "/h", SECRET_OF_ANOTHER: "s", NO_COLOR: "1" },
    }).output();
    assert(run.success, new TextDecoder().decode(run.stderr));
    return new TextDecoder().decode(new Uint8Array([...run.stdout, ...run.stderr])).trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

Deno.test("the starter gives up what the executable may not do, before its code is loaded", async () => {
  await using program = await Program.create();
  for (const { name, keeps } of EXECUTABLES) {
    const left = ["net", "run", "sys"].filter((permission) => (keeps as string[]).includes(permission));
    const secret = keeps.includes("env") ? "s" : "unseen";
    assertEquals(
      JSON.parse(await program.startedAs(`/home/me/dist/${name}`)),
      { left, home: "/h", secret },
      name,
    );
  }
});

Deno.test("the starter knows the name on Windows and after an upgrade, and only says so under another", async () => {
  await using program = await Program.create();
  assert((await program.startedAs("C:\\mneme\\stop.exe")).includes('"net"'));
  assert((await program.startedAs("C:\\MNEME\\Stop.EXE")).includes('"net"'));
  assert((await program.startedAs("/home/me/dist/stop (deleted)")).includes('"net"'));
  assertMatch(await program.startedAs("/home/me/dist/renamed"), /^mneme: Cannot start under this name: .*$/);
});

Deno.test("every hook may read the variables by which dialects find transcripts", () => {
  const variables = Object.values(DIALECTS).flatMap(({ transcript }) => transcript?.variable ?? []);
  assert(variables.length > 0);
  assertEquals(variables.filter((name) => !ENVIRONMENT_NAMES.includes(name)), []);
});
