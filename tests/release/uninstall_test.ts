import { assertEquals, assertMatch } from "../_support/assert.ts";
import { namesIn } from "../_support/test_home.ts";
import { test as testInHome, type VersionHome } from "./_support/version_home.ts";

/** Declares a test in whose home mneme was installed in the user's settings and in others, and has remembered something. */
function test(name: string, work: (home: VersionHome) => Promise<void>): void {
  testInHome(name, async (home) => {
    home.write("home/.claude/settings.json", '{"model":"opus"}');
    for (const scope of [[], ["--settings", `${home.root}/other.json`]]) {
      assertEquals((await home.run(["install", ...scope])).code, 0);
    }
    await work(home);
  });
}

test("mneme uninstall --client all leaves no entry of mneme in any settings file", async (home) => {
  const run = await home.run(["uninstall", "--client", "all"]);
  assertEquals([run.code, run.stderr], [0, ""]);
  assertEquals(Deno.readTextFileSync(home.settings), '{"model":"opus"}');
  assertEquals(namesIn(`${home.home}/.claude`), ["settings.json"]);
  assertEquals(namesIn(home.root).includes("other.json"), false);
  assertMatch(run.stdout, /for it to forget the hooks\.\nTo undo: .*\nYour data stays: .*\n$/);
});

test("mneme uninstall --client all takes the skill of a project along, wherever it is run", async (home) => {
  Deno.mkdirSync(`${home.root}/work`);
  assertEquals((await home.run(["install", "--project"], { cwd: `${home.root}/work` })).code, 0);
  assertEquals((await home.run(["uninstall", "--client", "all"])).code, 0);
  assertEquals(namesIn(`${home.root}/work/.claude`), []);
});
