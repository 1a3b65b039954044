import { scratchpadCommand } from "../../../../src/cli/scratchpad_command.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

const COMPLETE = "## What I did\nA\n## Cross-agent observations\nB\n## Unresolved\nNone\n";

class ScratchpadHome extends CliHome {
  readonly folder = below(this.project, ".claude/scratchpad");

  write(path: string, text: string): void {
    const file = `${this.folder}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }

  scratchpad(...args: string[]) {
    return this.run(scratchpadCommand(), args);
  }
}

Deno.test("scratchpad init sets a project up once, and says what it made", async () => {
  using home = new ScratchpadHome();
  const made = ["coordinator", "ego"].map((name) => below(home.folder, name));
  assertEquals((await home.scratchpad("init")).stdout, made.map((path) => `made ${path}\n`).join(""));
  const again = await home.scratchpad("init", "--json");
  assertEquals(JSON.parse(again.stdout), { folder: home.folder, made: [] });
  assertMatch(again.stderr, /Nothing to do/);
});

Deno.test("scratchpad init says what is in the way, and that a setting switches scratchpads off", async () => {
  using home = new ScratchpadHome();
  Deno.mkdirSync(home.paths.root, { recursive: true });
  Deno.writeTextFileSync(home.paths.configFile, "scratchpad: { enforce: never }\n");
  assertMatch((await home.scratchpad("init")).stderr, /scratchpad\.enforce is never/);
  Deno.removeSync(`${home.project}/.claude`, { recursive: true });
  Deno.writeTextFileSync(`${home.project}/.claude`, "a file");
  const { error } = await home.scratchpad("init");
  assert(
    error instanceof UserError && error.message.startsWith(`Cannot make ${home.folder}: `),
    String(error),
  );
});

Deno.test("scratchpad init makes no folder of a mistyped project", async () => {
  using home = new ScratchpadHome();
  const { error } = await home.scratchpad("init", "--project", `${home.project}x`);
  assert(error instanceof UserError, String(error));
  assertMatch(error.message, /^Cannot set up .*x: it is no folder$/);
});

Deno.test("scratchpad list shows by day and agent what is complete and what is not", async () => {
  using home = new ScratchpadHome();
  assertMatch((await home.scratchpad("list")).stderr, /No scratchpad in .*init/);
  await home.scratchpad("init");
  assertMatch((await home.scratchpad("list")).stderr, /No scratchpad in .* yet; agents write them/);
  home.write("worker/2026-03-01.md", COMPLETE);
  home.write("coordinator/2026-03-02.md", "## What I did\n## Unresolved\nx");
  home.write("coordinator/2026-03-01.md", COMPLETE);
  home.write("coordinator/notes.md", "no scratchpad");
  Deno.mkdirSync(`${home.folder}/ego/2026-03-01.md`, { recursive: true });
  assertEquals((await home.scratchpad("list")).stdout.split("\n"), [
    "2026-03-02  coordinator  incomplete; missing: Cross-agent observations; empty: What I did",
    "2026-03-01  coordinator  complete",
    "2026-03-01  worker       complete",
    "",
  ]);
  assertEquals(JSON.parse((await home.scratchpad("list", "--day", "2026-03-02", "--json")).stdout), [{
    day: "2026-03-02",
    agent: "coordinator",
    path: below(home.folder, "coordinator/2026-03-02.md"),
    state: "incomplete",
    missing: ["Cross-agent observations"],
    empty: ["What I did"],
  }]);
  const limited = await home.scratchpad("list", "--agent", "coordinator", "--limit", "1");
  assertEquals(limited.stdout.split("\n").length, 2);
  assertMatch(limited.stderr, /newest; --limit/);
});

Deno.test("scratchpad list marks what cannot be judged", async () => {
  using home = new ScratchpadHome();
  home.write("worker/2026-03-01.md", "x");
  Deno.writeFileSync(`${home.folder}/worker/2026-03-01.md`, new Uint8Array([0xff, 0xfe, 0x41]));
  assertEquals((await home.scratchpad("list")).stdout, "2026-03-01  worker  unreadable\n");
});

Deno.test("scratchpad show prints the newest scratchpad, or a day's, harmless for the terminal", async () => {
  using home = new ScratchpadHome();
  home.write("worker/2026-03-01.md", "old");
  home.write("worker/2026-03-02.md", "new\u001b[2J\n");
  assertEquals((await home.scratchpad("show", "worker")).stdout, "new\\x1b[2J\n");
  assertEquals((await home.scratchpad("show", "worker", "2026-03-01")).stdout, "old\n");
  assertEquals(JSON.parse((await home.scratchpad("show", "worker", "--json")).stdout), {
    agent: "worker",
    day: "2026-03-02",
    path: below(home.folder, "worker/2026-03-02.md"),
    text: "new\u001b[2J\n",
  });
});

Deno.test("scratchpad show and list refuse what names nothing", async () => {
  using home = new ScratchpadHome();
  home.write("worker/2026-03-01.md", "old");
  for (const args of [["show", "nobody"], ["show", "worker", "2026-03-02"], ["show", "worker", "today"]]) {
    const { error } = await home.scratchpad(...args);
    assert(error instanceof UserError && !(error instanceof UsageError), args.join(" "));
    assertMatch(error.message, /there is none/);
  }
  const wrong = [["show", "../worker"], ["show", "worker", "monday"], ["list", "--day", "x"], [
    "list",
    "--limit",
    "0",
  ]];
  for (const args of wrong) {
    assert((await home.scratchpad(...args)).error instanceof UsageError, args.join(" "));
  }
});

Deno.test("scratchpad takes the nearest folder that has scratchpads, or the one that is named", async () => {
  using home = new ScratchpadHome();
  home.write("worker/2026-03-01.md", "x");
  Deno.mkdirSync(`${home.project}/src/deep`, { recursive: true });
  const named = await home.scratchpad("list", "--project", `${home.project}/src`);
  assertMatch(named.stderr, /No scratchpad in .*[\\/]src[\\/]\.claude[\\/]scratchpad/);
  const typed = await home.scratchpad("list", "--project=~/shop"); // a shell leaves this ~ as it is
  assertMatch(typed.stderr, /No scratchpad in \S*home[\\/]shop[\\/]\.claude[\\/]scratchpad/);
  const before = Deno.cwd();
  Deno.chdir(`${home.project}/src/deep`);
  try {
    const listed = async () =>
      (await home.run(scratchpadCommand(), ["list"], { CLAUDE_PROJECT_DIR: undefined })).stdout;
    assertMatch(await listed(), /worker/);
    Deno.mkdirSync(`${home.project}/src/.git`); // a repository of its own
    assertEquals(await listed(), "");
  } finally {
    Deno.chdir(before);
  }
});
