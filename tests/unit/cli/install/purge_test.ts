import { dirname } from "node:path";
import { uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { isHomeOrRoot, isThere } from "../../../../src/cli/frame/is_there.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { isFile } from "../../../../src/machine/files.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { notOnWindows, onlyWith } from "../../../_support/windows.ts";

const links = onlyWith("links", CliHome);
const scripts = onlyWith("scripts", CliHome);

const PURGE = ["--purge", "--yes"];

test("mneme uninstall --purge does not say that a folder is missing which it leaves alone", async (home) => {
  Deno.mkdirSync(`${home.root}/wrong/cache`, { recursive: true });
  const { stdout } = await home.run(uninstallCommand(), PURGE, { MNEME_HOME: `${home.root}/wrong` });
  assertMatch(stdout, /\nDeleted:\n {2}nothing\n\S*wrong is not mneme's and stays\n/);
  assert(isThere(`${home.root}/wrong/cache`));
});

test("mneme uninstall --purge does not list as deleted what it could not delete", async (home) => {
  home.prepare();
  const remove = Deno.removeSync;
  try {
    Deno.removeSync = (path, options) => {
      if (String(path).endsWith("data")) throw new Error("it is in use");
      remove(path, options);
    };
    const run = await home.run(uninstallCommand(), PURGE);
    assertMatch(run.stdout, /\nDeleted:\n {2}nothing\n/);
    assertMatch(String(run.error), /Cannot delete \S*data: it is in use/);
    const { stay, deleted } = JSON.parse((await home.run(uninstallCommand(), [...PURGE, "--json"])).stdout);
    assertMatch(String(stay), /^\S*data$/);
    assertEquals(deleted, false);
  } finally {
    Deno.removeSync = remove;
  }
});

links.test("mneme uninstall --purge deletes what a link in the place of the data folder leads to", async (home) => {
  home.prepare();
  const disk = `${home.root}/disk`;
  Deno.renameSync(home.paths.root, disk);
  Deno.symlinkSync(disk, home.paths.root);
  const { stdout, error } = await home.run(uninstallCommand(), PURGE);
  assertEquals([error, isThere(disk), isThere(home.paths.root)], [undefined, false, false]);
  assert(stdout.includes(`  ${disk}  (what is remembered)\n  ${home.paths.root}  (`), stdout);
});

scripts.test("mneme uninstall --purge that is refused leaves Codex's trust", async (home) => {
  home.prepare();
  const bin = `${home.root}/bin`;
  Deno.mkdirSync(bin);
  Deno.writeTextFileSync(`${bin}/codex`, `#!/bin/sh\n: > '${home.root}/asked'\n`, { mode: 0o755 });
  Deno.mkdirSync(`${home.root}/home/.codex`);
  Deno.writeTextFileSync(`${home.root}/home/.codex/config.toml`, '[hooks.state."k"]\ntrusted_hash = "h"\n');
  const settings = `${home.root}/home/.claude/settings.json`;
  Deno.mkdirSync(`${home.root}/home/.claude`);
  const purge = (...args: string[]) =>
    home.run(uninstallCommand(), [...PURGE, ...args], { PATH: bin, CODEX_HOME: undefined });
  const project = `${home.project}/.claude/settings.json`;
  const records = `${home.paths.backups}/settings`;
  for (const folder of [dirname(project), records]) Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${records}/0.record.json`, JSON.stringify({ settings_file: project }));
  // a broken file of a project counts as well: with its comment removed, it would start what is gone
  for (const [path, text] of [[settings, "{,"], [project, '{"a": "--mneme-hook"} // c']] as const) {
    Deno.writeTextFileSync(path, text);
    for (const args of [["--project"], ["--client", "codex"], []]) {
      assertMatch(String((await purge(...args)).error), /^\w+Error: Cannot (purge|edit) /);
      assertEquals([isFile(`${home.root}/asked`), isFile(home.paths.database)], [false, true], args.join());
    }
    Deno.removeSync(path);
  }
  assertEquals((await purge()).error, undefined);
  assertEquals([isFile(`${home.root}/asked`), isFile(home.paths.database)], [true, false]);
});

/** Answers as Codex's server does that trusts a hook of mneme and one of somebody else, and keeps what it is asked. */
const CODEX = `#!/bin/sh
while read -r line; do
  echo "$line" >> "$ASKED"
  id=\${line#*:}
  hook='"eventName":"stop","sourcePath":"f","trustStatus":"trusted"'
  hooks="{\\"key\\":\\"k\\",\\"command\\":\\"stop --mneme-hook --client codex\\",$hook},{\\"key\\":\\"o\\",\\"command\\":\\"o\\",$hook}"
  echo "{\\"id\\":\${id%%,*},\\"result\\":{\\"data\\":[{\\"hooks\\":[$hooks]}]}}"
done
`;

notOnWindows(
  "scripts",
  "mneme uninstall trusts others' Codex hooks again, also where a file cannot be written",
  async () => {
    for (const options of [PURGE, ["--client", "all"]]) {
      using home = new CliHome();
      home.prepare();
      for (const folder of ["bin", "home/.codex", "home/.claude"]) Deno.mkdirSync(`${home.root}/${folder}`);
      Deno.writeTextFileSync(`${home.root}/bin/codex`, CODEX, { mode: 0o755 });
      Deno.writeTextFileSync(
        `${home.root}/home/.codex/config.toml`,
        '[hooks.state."k"]\ntrusted_hash = "h"\n',
      );
      const hooks = { Stop: [{ hooks: [{ type: "command", command: "/x/stop", args: ["--mneme-hook"] }] }] };
      Deno.writeTextFileSync(`${home.root}/home/.claude/settings.json`, JSON.stringify({ hooks }));
      const asked = `${home.root}/asked`;
      const rename = Deno.renameSync;
      try {
        Deno.renameSync = () => {
          throw new Error("the disk is full");
        };
        const environment = { PATH: `${home.root}/bin`, CODEX_HOME: undefined, ASKED: asked };
        const { error } = await home.run(uninstallCommand(), options, environment);
        assertMatch(String(error), /the disk is full/);
        assertEquals(Deno.readTextFileSync(asked).split('"initialize"').length - 1, 2, options.join());
      } finally {
        Deno.renameSync = rename;
      }
    }
  },
);

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
    const { error } = await home.run(uninstallCommand(), PURGE, { [homeVariable()]: HOME, MNEME_HOME });
    assertMatch(String(error), /Cannot use the data folder: /, `${HOME} ${MNEME_HOME}`);
    assert(Deno.statSync(`${folder}/cache`).isFile);
  }
});

test("isHomeOrRoot() is false for a project's folder, also for one that is not there", (home) => {
  using _environment = new Environment(home.environment());
  const folders = [`${home.root}/home/.`, "/", home.project, `${home.root}/none`];
  assertEquals(folders.map(isHomeOrRoot), [true, true, false, false]);
});
