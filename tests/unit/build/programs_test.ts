import { EXECUTABLES } from "../../../src/build/executables.ts";
import { dispatcher, programsOf } from "../../../src/build/programs.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

Deno.test("executables with the same permissions and engine are one program, but for the one that runs most often", () => {
  const names = programsOf(EXECUTABLES).map(({ members }) => members.map(({ name }) => name));
  assertEquals(names, [
    ["session-start", "session-end"],
    ["user-prompt-submit", "pre-tool-use", "subagent-start", "subagent-stop", "pre-compact"],
    ["post-tool-use"],
    ["stop"],
    ["mneme"],
  ]);
});

Deno.test("a program of several members starts the one whose name it has, and under a strange name does nothing", async () => {
  const folder = await Deno.makeTempDir({ prefix: "mneme program " });
  try {
    for (const name of ["a", "b"]) {
      await Deno.mkdir(`${folder}/${name}`);
      await Deno.writeTextFile(`${folder}/${name}/${name}.js`, `console.log(${JSON.stringify(name)});`);
    }
    const starts = [{ name: "a", entry: "a.js" }, { name: "b", entry: "b.js" }];
    const said = async (path: string) => {
      const text = dispatcher(starts).replace("Deno.execPath()", JSON.stringify(path));
      await Deno.writeTextFile(`${folder}/start.js`, text);
      const run = await new Deno.Command(Deno.execPath(), { args: ["run", `${folder}/start.js`] }).output();
      assert(run.success, new TextDecoder().decode(run.stderr));
      return new TextDecoder().decode(run.stdout).trim();
    };
    assertEquals(await said("/home/me/dist/b"), "b");
    assertEquals(await said("C:\\mneme\\a.exe"), "a");
    assertEquals(await said("/home/me/dist/renamed"), "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
