import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
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

test("mneme uninstall --purge shows everything that it would delete, and deletes nothing without --yes", async (home) => {
  const run = await home.run(["uninstall", "--purge"]);
  assertEquals(run.code, 1);
  assertMatch(
    run.stderr,
    /^mneme: Nothing is deleted yet: .*; to delete it, run `mneme uninstall --purge --yes`\n$/,
  );
  const paths = [
    home.settings,
    `${home.root}/other.json`,
    home.data,
    home.versions,
    home.command,
    "SKILL.md",
  ];
  assertEquals(paths.filter((path) => !run.stdout.includes(path)), []);
  assertMatch(run.stdout, /To be deleted:\n {2}\S+\/data {2}\(what is remembered\)\n/);
  assert(namesIn(home.data).includes("memory.db"));
  assertEquals(home.commands().length, 9);
  const preview = await home.run(["uninstall", "--purge", "--yes", "--dry-run"]);
  assertEquals([preview.code, preview.stdout], [0, run.stdout]);
  assertEquals(home.installed(), ["0.0.1", "current"]);
});

test("mneme uninstall --purge --yes leaves nothing of mneme, and everything else as it was", async (home) => {
  assertEquals((await home.run(["pause"])).code, 0);
  Deno.mkdirSync(`${home.root}/remote`);
  assertEquals((await home.run(["sync", "init", `dir:${home.root}/remote`])).code, 0);
  const run = await home.run(["uninstall", "--purge", "--yes"]);
  assertEquals([run.code, run.stderr], [0, ""]);
  assertEquals(Deno.readTextFileSync(home.settings), '{"model":"opus"}');
  assertEquals(namesIn(home.root).filter((name) => name === "other.json" || name === "data"), []);
  assertEquals(namesIn(`${home.home}/.claude`), ["settings.json"]);
  assertEquals([namesIn(`${home.home}/.local/bin`), namesIn(`${home.home}/.local/share`)], [[], []]);
  assertMatch(run.stdout, /Restart Claude Code: until then it looks for the hooks\.\n$/);
});

test("mneme uninstall --purge takes the skill of a project along, wherever it is run", async (home) => {
  const skill = `${home.root}/work/.claude/skills/memory-management/SKILL.md`;
  Deno.mkdirSync(`${home.root}/work`);
  assertEquals((await home.run(["install", "--project"], { cwd: `${home.root}/work` })).code, 0);
  const { stdout } = await home.run(["uninstall", "--purge"]);
  assert(stdout.includes(`${skill} is removed, as install made it\n`));
  assertEquals((await home.run(["uninstall", "--purge", "--yes"])).code, 0);
  assertEquals(namesIn(`${home.root}/work/.claude`), []);
});

test("mneme uninstall --purge --yes leaves what is not of mneme and names it, and a command of others", async (home) => {
  home.write("data/thesis.txt", "mine");
  Deno.writeTextFileSync(`${home.versions}/notes.txt`, "mine");
  Deno.removeSync(home.command);
  Deno.writeTextFileSync(home.command, "mine");
  const run = await home.run(["uninstall", "--purge", "--yes", "--json"], { dist: home.current });
  const { deleted, stay } = JSON.parse(run.stdout);
  assertEquals([deleted, stay], [true, [`${home.data}/thesis.txt`, `${home.versions}/notes.txt`]]);
  assertEquals(namesIn(home.data), ["thesis.txt"]);
  assertEquals(namesIn(home.versions), ["notes.txt"]);
  assertEquals(Deno.readTextFileSync(home.command), "mine");
});

testInHome(
  "mneme uninstall --purge does not say that versions stay where they lie in the data folder",
  async (home) => {
    const options = { env: { MNEME_HOME: home.versions } };
    assertEquals((await home.run(["install"], options)).code, 0);
    const run = await home.run(["uninstall", "--purge", "--yes", "--json"], options);
    const { deleted, stay } = JSON.parse(run.stdout);
    assertEquals([deleted, stay, namesIn(`${home.home}/.local/share`)], [true, [], []]);
  },
);
