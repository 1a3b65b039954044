import { uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { isHomeOrRoot } from "../../../../src/cli/frame/typed_paths.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { isFile } from "../../../../src/machine/files.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { isWindows, notOnWindows } from "../../../_support/windows.ts";

/** Answers as Codex's server does that trusts a hook behind mneme's until that is gone, and keeps what it is asked. */
const CODEX = `#!/bin/sh
grep -q mneme-hook "$HOOKS" && state='"key":"f:1","trustStatus":"trusted"' || state='"key":"f:0","trustStatus":"modified"'
while read -r line; do
  echo "$line" >> "$ASKED"
  id=\${line#*:}
  hook="{\\"command\\":\\"o\\",\\"eventName\\":\\"stop\\",\\"sourcePath\\":\\"f\\",\\"currentHash\\":\\"h\\",$state}"
  echo "{\\"id\\":\${id%%,*},\\"result\\":{\\"data\\":[{\\"hooks\\":[$hook]}]}}"
done
`;

notOnWindows("scripts", "mneme uninstall has Codex go on trusting a hook behind mneme's", async () => {
  for (const options of [["--client", "all"], ["--client", "codex"], ["--client", "codex", "--dry-run"]]) {
    using home = new CliHome();
    home.prepare();
    const [folder, asked] = [`${home.root}/home/.codex`, `${home.root}/asked`];
    for (const path of [`${home.root}/bin`, folder]) Deno.mkdirSync(path);
    Deno.writeTextFileSync(`${home.root}/bin/codex`, CODEX, { mode: 0o755 });
    Deno.writeTextFileSync(`${folder}/config.toml`, '[hooks.state."f:1"]\ntrusted_hash = "h"\n');
    const commands = ["'/x/stop' --mneme-hook --client codex", "o"];
    const Stop = commands.map((command) => ({ hooks: [{ type: "command", command }] }));
    Deno.writeTextFileSync(`${folder}/hooks.json`, JSON.stringify({ hooks: { Stop } }));
    const PATH = `${home.root}/bin:${Deno.env.get("PATH")}`;
    const environment = { PATH, CODEX_HOME: undefined, ASKED: asked, HOOKS: `${folder}/hooks.json` };
    const { error } = await home.run(uninstallCommand(), options, environment);
    assertEquals(error, undefined);
    const written = isFile(asked) &&
      Deno.readTextFileSync(asked).includes('"value":{"f:0":{"trusted_hash":"h"}}');
    assertEquals(written, !options.includes("--dry-run"), options.join());
  }
});

test("mneme uninstall --client all names a broken file of a project that install has recorded", async (home) => {
  home.prepare();
  // With its comment removed, it would start what is gone.
  const project = `${home.project}/.claude/settings.json`;
  const records = `${home.paths.backups}/settings`;
  for (const folder of [`${home.project}/.claude`, records]) Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${records}/0.record.json`, JSON.stringify({ settings_file: project }));
  Deno.writeTextFileSync(project, '{"a": "--mneme-hook"} // c');
  const { error } = await home.run(uninstallCommand(), ["--client", "all"]);
  assertMatch(String(error), /^UserError: Cannot edit \S+settings\.json:1:\d+: /);
});

test("mneme uninstall --client all reads a recorded file of another agent in the form of that agent", async (home) => {
  home.prepare();
  const [cursor, opencode] = [".cursor", ".config/opencode/plugins"].map((name) =>
    `${home.root}/home/${name}`
  );
  const records = `${home.paths.backups}/settings`;
  for (const folder of [cursor!, opencode!, records]) Deno.mkdirSync(folder, { recursive: true });
  const command = "'/x/stop' --mneme-hook --client cursor || true";
  const files = {
    [`${cursor}/hooks.json`]: JSON.stringify({ version: 1, hooks: { stop: [{ command }] } }),
    [`${opencode}/mneme.js`]: "// --mneme-hook\n",
  };
  for (const [i, [path, text]] of Object.entries(files).entries()) {
    Deno.writeTextFileSync(`${records}/${i}.record.json`, JSON.stringify({ settings_file: path }));
    Deno.writeTextFileSync(path, text);
  }
  const { error } = await home.run(uninstallCommand(), ["--client", "all"]);
  assertEquals(error, undefined);
});

test("mneme uninstall --client all refuses a home folder and the root of a disk, however they are written", async (home) => {
  const folder = `${home.root}/home`;
  for (const name of ["memory.db", "cache"]) Deno.writeTextFileSync(`${folder}/${name}`, "");
  const link = isWindows ? folder : `${home.root}/link`; // a link takes a right of its own there
  if (!isWindows) Deno.symlinkSync(folder, link);
  const written = [
    [folder, folder],
    [`${folder}/`, folder],
    [folder, `${folder}/.`],
    [`${home.root}/project/../home`, folder],
    [folder, link],
    [`${link}/`, folder],
    [folder, "/."],
  ] as const;
  for (const [HOME, MNEME_HOME] of written) {
    const { error } = await home.run(uninstallCommand(), ["--client", "all"], {
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
