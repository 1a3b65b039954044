import { join, resolve } from "node:path";
import { below } from "../../../../src/base/slashes.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { isThere } from "../../../../src/cli/frame/is_there.ts";
import { installCommand, typedScope, uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { unifiedDiff } from "../../../../src/cli/registration/install_step.ts";
import {
  checkWritable,
  readSettings,
  replaceSettings,
  settingsPath,
} from "../../../../src/cli/registration/settings_file.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { hooksIn } from "../../../../src/cli/registration/own_folder.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { assertMode, notOnWindows } from "../../../_support/windows.ts";
import { errorOf, InstallFolder } from "./install_folder.ts";

Deno.test("replaceSettings() keeps the mode of the file and leaves no temporary file", () => {
  using folder = new InstallFolder();
  folder.write("{}");
  Deno.chmodSync(folder.settings, 0o640);
  replaceSettings(readSettings(folder.settings), '{"a":1}');
  assertEquals(folder.read(), '{"a":1}');
  assertMode(folder.settings, 0o640);
  assertEquals(folder.names(`${folder.root}/.claude`), ["settings.json"]);
});

notOnWindows(
  "links",
  "replaceSettings() writes through symbolic links, relative ones too, and keeps them",
  () => {
    using folder = new InstallFolder();
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
  },
);

Deno.test("replaceSettings() leaves a file alone that is no longer what was read", () => {
  using folder = new InstallFolder();
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
});

notOnWindows(
  "links",
  "readSettings() keeps a BOM and refuses what is not UTF-8, a folder and links in a circle",
  () => {
    using folder = new InstallFolder();
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
  },
);

Deno.test("checkWritable() refuses a read-only file in one line with what to do, also for root", () => {
  using folder = new InstallFolder();
  folder.write("{}");
  Deno.chmodSync(folder.settings, 0o444);
  const error = errorOf(() => checkWritable(readSettings(folder.settings)));
  assert(error instanceof UserError);
  assertEquals(error.message, `Cannot edit ${folder.settings}: it or its folder is read-only`);
  assertEquals(error.hint, "make it writable, or name another file with --settings");
  assertEquals(errorOf(() => folder.step().install("apply")).message, error.message);
  assertEquals(folder.names(folder.backups), []);
});

notOnWindows("pipes", "readSettings() does not wait for what a pipe may bring", async () => {
  using folder = new InstallFolder();
  await new Deno.Command("mkfifo", { args: [`${folder.root}/pipe`] }).output();
  assertEquals(
    errorOf(() => readSettings(`${folder.root}/pipe`)).message,
    `Cannot edit ${folder.root}/pipe: it is a pipe or a device`,
  );
});

Deno.test("settingsPath() is the user's own file, below CLAUDE_CONFIG_DIR where that is set", () => {
  const own = (folder: string) => {
    using _environment = new Environment({ [homeVariable()]: "/home/zoë", CLAUDE_CONFIG_DIR: folder });
    return [settingsPath({}), settingsPath({ user: true })];
  };
  assertEquals(own(""), Array(2).fill(join("/home/zoë", ".claude/settings.json")));
  assertEquals(own("/etc/claude"), Array(2).fill(resolve("/etc/claude/settings.json")));
});

Deno.test("settingsPath() takes the project's files from the current folder and makes any other absolute", () => {
  const here = Deno.cwd();
  assertEquals(settingsPath({ project: true }), below(here, ".claude/settings.json"));
  assertEquals(settingsPath({ local: true }), below(here, ".claude/settings.local.json"));
  assertEquals(settingsPath({ settings: "a b.json" }), below(here, "a b.json"));
});

Deno.test("settingsPath() takes two scopes for wrong usage", () => {
  const error = errorOf(() => settingsPath({ project: true, settings: "x.json" }));
  assert(error instanceof UsageError);
  assertEquals(error.message, "Cannot edit two settings files at once: --project and --settings were given");
});

Deno.test("typedScope() can be pasted into a shell", () => {
  assertEquals(typedScope({}), "");
  assertEquals(typedScope({ local: true }), " --local");
  assertEquals(typedScope({ client: "claude", project: true }), " --client claude --project");
  assertEquals(typedScope({ settings: "/a/b.json" }), " --settings /a/b.json");
  assertEquals(typedScope({ settings: "it's $HOME" }), ` --settings 'it'\\''s $HOME'`);
});

Deno.test("unifiedDiff() shows three lines around each change and joins near ones", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
  const after = before.replace("2\n", "two\n").replace("6\n", "").replace("15\n", "15\nnew\n");
  assertEquals(
    unifiedDiff(before, after),
    "@@ -1,9 +1,8 @@\n 1\n-2\n+two\n 3\n 4\n 5\n-6\n 7\n 8\n 9\n@@ -13,4 +12,5 @@\n 13\n 14\n 15\n+new\n 16",
  );
});

Deno.test("unifiedDiff() shows a new and a removed file whole, whatever ends its lines", () => {
  assertEquals(unifiedDiff("", "{\r\n}\r\n"), "@@ -0,0 +1,2 @@\n+{\n+}");
  assertEquals(unifiedDiff("{}", ""), "@@ -1,1 +0,0 @@\n-{}");
  assertEquals(unifiedDiff("a\nb\n", "a\nb\n"), "");
});

// One broken file among many: it is named and stays, and everything else is done and reported.
const CLIENTS = ["codex", "qwen", "gemini"];
const HERE = { PATH: "/nowhere", CODEX_HOME: undefined };

/** Arguments with a folder of executables that no package owns. */
function install(home: CliHome, client: string): string[] {
  const bin = `${home.root}/dist`;
  Deno.mkdirSync(bin, { recursive: true });
  for (const path of hooksIn(bin)) Deno.writeTextFileSync(path, "", { mode: 0o755 });
  return ["--client", client, "--bin", bin];
}

interface Case {
  readonly client: string;
  readonly file: string;
  readonly text: string;
  /** Files of mneme that are there after install and gone after uninstall. */
  readonly others: readonly string[];
}

const CASES: readonly Case[] = [
  {
    client: "all",
    file: ".gemini/settings.json",
    text: "{}}}\n",
    others: [".codex/hooks.json", ".codex/config.toml", ".qwen/settings.json"],
  },
  {
    client: "all",
    file: ".codex/config.toml",
    text: 'x = "unfinished\n',
    others: [".qwen/settings.json", ".gemini/settings.json"],
  },
];

for (const { client, file, text, others } of CASES) {
  Deno.test(`install and uninstall --client ${client} name a broken ${file} and do all others`, async () => {
    using home = new CliHome();
    for (const name of CLIENTS) Deno.mkdirSync(`${home.root}/home/.${name}`);
    const path = `${home.root}/home/${file}`;
    const whole = (name: string) => `${home.root}/home/${name}`;
    const breaks = () => Deno.writeTextFileSync(path, text);
    breaks();
    const installed = await home.run(installCommand(), install(home, client), HERE);
    refuses(installed.error, path);
    assertEquals(others.filter((name) => !isThere(whole(name))), []);
    for (const name of others) assert(installed.stdout.includes(`${whole(name)}: added`), installed.stdout);
    assertEquals(Deno.readTextFileSync(path), text);

    Deno.removeSync(path);
    assertEquals((await home.run(installCommand(), install(home, client), HERE)).error, undefined);
    breaks();
    const removed = await home.run(uninstallCommand(), ["--client", client], HERE);
    refuses(removed.error, path);
    assertEquals(others.filter((name) => isThere(whole(name))), []);
    for (const name of others) assert(removed.stdout.includes(`${whole(name)} is removed`), removed.stdout);
    assertEquals(Deno.readTextFileSync(path), text);
  });
}

Deno.test("uninstall of one agent names its broken file and takes its other files out", async () => {
  using home = new CliHome();
  const folder = `${home.root}/home/.codex`;
  assertEquals((await home.run(installCommand(), install(home, "codex"), HERE)).error, undefined);
  Deno.writeTextFileSync(`${folder}/config.toml`, 'x = "unfinished\n', { append: true });
  const { error, stdout } = await home.run(uninstallCommand(), ["--client", "codex"], HERE);
  refuses(error, `${folder}/config.toml`);
  assertMatch(stdout, /hooks\.json is removed, as install made it\n/);
  assertEquals([isThere(`${folder}/hooks.json`), isThere(`${folder}/config.toml`)], [false, true]);
});

Deno.test("install names each of several broken files", async () => {
  using home = new CliHome();
  for (const name of ["qwen", "gemini"]) {
    Deno.mkdirSync(`${home.root}/home/.${name}`);
    Deno.writeTextFileSync(`${home.root}/home/.${name}/settings.json`, "[]");
  }
  const { error, stdout, stderr } = await home.run(installCommand(), install(home, "all"), HERE);
  refuses(error, `${home.root}/home/.gemini/settings.json`);
  assertMatch(stderr, /^mneme: Cannot edit .*[\\/]\.qwen[\\/]settings\.json:1:1: .*\n$/);
  assertEquals(stdout, "");
});

function refuses(error: Error | undefined, path: string): void {
  assert(error instanceof UserError, String(error));
  assert(
    error.message.replaceAll("\\", "/").startsWith(`Cannot edit ${path.replaceAll("\\", "/")}:`),
    error.message,
  );
}
