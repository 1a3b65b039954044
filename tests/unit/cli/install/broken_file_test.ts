// One broken file among many: it is named and stays, and everything else is done and reported.
import { installCommand, uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { isThere } from "../../../../src/cli/frame/is_there.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

const CLIENTS = ["codex", "qwen", "gemini"];
const HERE = { PATH: "/nowhere", CODEX_HOME: undefined };

/** Arguments with a folder of executables that no package owns. */
const install = (client: string) => ["--client", client, "--bin", "/opt/mneme"];

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
    const installed = await home.run(installCommand(), install(client), HERE);
    refuses(installed.error, path);
    assertEquals(others.filter((name) => !isThere(whole(name))), []);
    for (const name of others) assert(installed.stdout.includes(`${whole(name)}: added`), installed.stdout);
    assertEquals(Deno.readTextFileSync(path), text);

    Deno.removeSync(path);
    assertEquals((await home.run(installCommand(), install(client), HERE)).error, undefined);
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
  assertEquals((await home.run(installCommand(), install("codex"), HERE)).error, undefined);
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
  const { error, stdout, stderr } = await home.run(installCommand(), install("all"), HERE);
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
