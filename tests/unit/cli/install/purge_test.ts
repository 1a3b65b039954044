import { uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { isHomeOrRoot } from "../../../../src/cli/frame/is_there.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { onlyWith } from "../../../_support/windows.ts";

test("mneme uninstall --purge names no folder to delete that has no database", async (home) => {
  Deno.mkdirSync(`${home.root}/wrong/cache`, { recursive: true });
  const { stdout } = await home.run(uninstallCommand(), ["--purge"], { MNEME_HOME: `${home.root}/wrong` });
  assert(!stdout.includes("To delete"), stdout);
});

onlyWith("links", CliHome).test(
  "mneme uninstall --purge names the data folder with what a link in its place leads to",
  async (home) => {
    home.prepare();
    const disk = `${home.root}/disk`;
    Deno.renameSync(home.paths.root, disk);
    Deno.symlinkSync(disk, home.paths.root);
    const { stdout, error } = await home.run(uninstallCommand(), ["--purge"]);
    assertEquals(error, undefined);
    assertMatch(stdout, /^To delete what is left, which cannot be undone: .*disk,? .*data\n$/);
  },
);

test("mneme uninstall --purge refuses one agent or file, and names a broken file of a project", async (home) => {
  home.prepare();
  for (const options of [["--project"], ["--client", "codex"]]) {
    const { error } = await home.run(uninstallCommand(), ["--purge", ...options]);
    assertMatch(String(error), /^UsageError: Cannot purge one agent or settings file alone: /);
  }
  // With its comment removed, it would start what is gone.
  const project = `${home.project}/.claude/settings.json`;
  const records = `${home.paths.backups}/settings`;
  for (const folder of [`${home.project}/.claude`, records]) Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${records}/0.record.json`, JSON.stringify({ settings_file: project }));
  Deno.writeTextFileSync(project, '{"a": "--mneme-hook"} // c');
  const { stdout, error } = await home.run(uninstallCommand(), ["--purge"]);
  assertMatch(String(error), /^UserError: Cannot edit \S+settings\.json:1:\d+: /);
  assert(!stdout.includes("To delete"), stdout);
});

test("mneme uninstall --purge refuses a home folder and the root of a disk, however they are written", async (home) => {
  const folder = `${home.root}/home`;
  for (const name of ["memory.db", "cache"]) Deno.writeTextFileSync(`${folder}/${name}`, "");
  Deno.symlinkSync(folder, `${home.root}/link`);
  const written = [
    [folder, folder],
    [`${folder}/`, folder],
    [folder, `${folder}/.`],
    [`${home.root}/project/../home`, folder],
    [folder, `${home.root}/link`],
    [`${home.root}/link/`, folder],
    [folder, "/."],
  ] as const;
  for (const [HOME, MNEME_HOME] of written) {
    const { error } = await home.run(uninstallCommand(), ["--purge"], {
      [homeVariable()]: HOME,
      MNEME_HOME,
    });
    assertMatch(String(error), /Cannot use the data folder: /, `${HOME} ${MNEME_HOME}`);
  }
});

test("isHomeOrRoot() is false for a project's folder, also for one that is not there", (home) => {
  using _environment = new Environment(home.environment());
  const folders = [`${home.root}/home/.`, "/", home.project, `${home.root}/none`];
  assertEquals(folders.map(isHomeOrRoot), [true, true, false, false]);
});
