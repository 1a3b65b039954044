import { join, resolve } from "node:path";
import { below } from "../../../../src/base/slashes.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { typedScope } from "../../../../src/cli/install/install_command.ts";
import { unifiedDiff } from "../../../../src/cli/registration/install_step.ts";
import {
  checkWritable,
  readSettings,
  replaceSettings,
  settingsPath,
} from "../../../../src/cli/registration/settings_file.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { setExactMode } from "../../../../src/machine/exact_mode.ts";
import { amidLinks } from "../../../_support/amid_links.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { testVerdicts } from "../../../_support/cases.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { asElsewhere, assertMode, onlyWith } from "../../../_support/windows.ts";
import { errorOf, InstallFolder, test } from "./install_folder.ts";

const links = onlyWith("links", InstallFolder);
const pipes = onlyWith("pipes", InstallFolder);

links.test("replaceSettings() keeps mode and group, and no temporary file, and changes nothing that takes its place", async (folder) => {
  folder.write("{}");
  Deno.chmodSync(folder.settings, 0o666);
  if (Deno.uid() === 0) Deno.chownSync(folder.settings, 0, 1);
  await amidLinks(folder.root, () => replaceSettings(readSettings(folder.settings), '{"a":1}'));
  const taken = `${folder.root}/taken`;
  assertMode(taken, 0o666);
  if (Deno.uid() === 0) assertEquals(Deno.statSync(taken).gid, 1);
  assertEquals(Deno.readTextFileSync(taken), '{"a":1}');
  assertEquals(folder.names(`${folder.root}/.claude`), ["settings.json"]);
});

links.test("replaceSettings() writes through symbolic links, relative ones too, and keeps them", (folder) => {
  Deno.mkdirSync(`${folder.root}/.claude`);
  Deno.mkdirSync(`${folder.root}/dotfiles/claude`, { recursive: true });
  Deno.symlinkSync("../dotfiles/second.json", folder.settings);
  Deno.symlinkSync("claude/real.json", `${folder.root}/dotfiles/second.json`);
  Deno.writeTextFileSync(`${folder.root}/dotfiles/claude/real.json`, "");
  for (const text of ["{}", '{"a":1}']) {
    replaceSettings(readSettings(folder.settings), text);
    assertEquals(Deno.readTextFileSync(`${folder.root}/dotfiles/claude/real.json`), text);
    assert(Deno.lstatSync(folder.settings).isSymlink);
  }
  assertEquals(folder.names(`${folder.root}/dotfiles/claude`), ["real.json"]);
});

test("replaceSettings() leaves a file alone that is no longer what was read", (folder) => {
  const missing = readSettings(folder.settings);
  folder.write("{}");
  const read = readSettings(folder.settings);
  folder.write('{"theirs":1}');
  for (const stale of [missing, read]) {
    for (const text of ["{}\n", undefined]) {
      const { message } = errorOf(() => replaceSettings(stale, text));
      assertEquals(message, `Cannot edit ${folder.settings}: another program has just changed it`);
    }
  }
  assertEquals(folder.read(), '{"theirs":1}');
  assertEquals(folder.names(`${folder.root}/.claude`), ["settings.json"]);
  Deno.removeSync(folder.settings); // as another uninstall does
  assertMatch(String(errorOf(() => checkWritable(read))), /another program has just changed it/);
});

links.test("readSettings() keeps a BOM and refuses what is not UTF-8, a folder and links in a circle", (folder) => {
  folder.write("\uFEFF{}");
  assertEquals(readSettings(folder.settings).text, "\uFEFF{}");
  Deno.writeFileSync(folder.settings, Uint8Array.of(0xff, 0xfe, 0x7b, 0x00));
  const refusals = [folder.settings, `${folder.root}/.claude`, `${folder.root}/circle`];
  Deno.symlinkSync("circle", `${folder.root}/circle`);
  assertEquals(refusals.map((path) => errorOf(() => readSettings(path)).message), [
    `Cannot edit ${folder.settings}: it is not UTF-8 text`,
    `Cannot edit ${folder.root}/.claude: it is a folder`,
    `Cannot edit ${folder.root}/circle: it is a symbolic link that leads to no file`,
  ]);
});

test("checkWritable() refuses a read-only file in one line with what to do, also for root", (folder) => {
  folder.write("{}");
  Deno.chmodSync(folder.settings, 0o444);
  const error = errorOf(() => checkWritable(readSettings(folder.settings)));
  assert(error instanceof UserError);
  assertEquals(error.message, `Cannot edit ${folder.settings}: it or its folder is read-only`);
  assertEquals(error.hint, "change that, or name another file with --settings, for Claude Code only");
  assertEquals(errorOf(() => folder.step().install("apply")).message, error.message);
  assertEquals(folder.names(folder.backups), []);
});

pipes.test("readSettings() and setExactMode() do not wait for what a pipe may bring", async (folder) => {
  await new Deno.Command("mkfifo", { args: [`${folder.root}/pipe`] }).output();
  const found = errorOf(() => readSettings(`${folder.root}/pipe`)).message;
  assertEquals(found, `Cannot edit ${folder.root}/pipe: it is a pipe or a device`);
  setExactMode(`${folder.root}/pipe`, Deno.lstatSync(folder.root), { mode: 0o700 }); // swapped in
});

Deno.test("settingsPath() is the user's own file, below CLAUDE_CONFIG_DIR where that is set, or the named one, also with ~", () => {
  const own = (folder: string) => {
    using _environment = new Environment({ [homeVariable()]: "/home/zoë", CLAUDE_CONFIG_DIR: folder });
    return [settingsPath({}), settingsPath({ user: true }), settingsPath({ settings: "~/a.json" })];
  };
  const named = join("/home/zoë", "a.json");
  assertEquals(own(""), [...Array(2).fill(join("/home/zoë", ".claude/settings.json")), named]);
  assertEquals(own("/etc/claude"), [...Array(2).fill(resolve("/etc/claude/settings.json")), named]);
});

testVerdicts(import.meta.filename, {
  typed: typedScope,
  diff: unifiedDiff,
  pathFrom: (scope: Parameters<typeof settingsPath>[0]) =>
    asElsewhere(settingsPath(scope).replace(below(Deno.cwd(), ""), "$CWD/")),
});
