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

test("mneme uninstall --purge leaves no entry of mneme, and its last line deletes everything else", async (home) => {
  assertEquals((await home.run(["pause"])).code, 0);
  Deno.mkdirSync(`${home.root}/remote`);
  assertEquals((await home.run(["sync", "init", `dir:${home.root}/remote`])).code, 0);
  const run = await home.run(["uninstall", "--purge"]);
  assertEquals([run.code, run.stderr], [0, ""]);
  assertEquals(Deno.readTextFileSync(home.settings), '{"model":"opus"}');
  assertEquals(namesIn(`${home.home}/.claude`), ["settings.json"]);
  assertMatch(run.stdout, /Restart Claude Code for it to forget the hooks\.\nTo undo: .*\n.*\n$/);
  const [, command = ""] = /: (rm -r .*)\n$/.exec(run.stdout) ?? [];
  await new Deno.Command("sh", { args: ["-c", command] }).output();
  assertEquals(namesIn(home.root).filter((name) => name === "other.json" || name === "data"), []);
  assertEquals([namesIn(`${home.home}/.local/bin`), namesIn(`${home.home}/.local/share`)], [[], []]);
});

test("mneme uninstall --purge takes the skill of a project along, wherever it is run", async (home) => {
  Deno.mkdirSync(`${home.root}/work`);
  assertEquals((await home.run(["install", "--project"], { cwd: `${home.root}/work` })).code, 0);
  assertEquals((await home.run(["uninstall", "--purge"])).code, 0);
  assertEquals(namesIn(`${home.root}/work/.claude`), []);
});

test("mneme uninstall --purge does not name a command of others to delete", async (home) => {
  Deno.removeSync(home.command);
  Deno.writeTextFileSync(home.command, "mine");
  const { stdout } = await home.run(["uninstall", "--purge"], { dist: home.current });
  assertMatch(stdout, /: rm -r \S*data \S*\/share\/mneme\n$/);
});
