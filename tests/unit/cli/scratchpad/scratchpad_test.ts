import { scratchpadCommand } from "../../../../src/cli/scratchpad_command.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

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

Deno.test("scratchpad list marks what cannot be judged", async () => {
  using home = new ScratchpadHome();
  home.write("worker/2026-03-01.md", "x");
  Deno.writeFileSync(`${home.folder}/worker/2026-03-01.md`, new Uint8Array([0xff, 0xfe, 0x41]));
  assertEquals((await home.scratchpad("list")).stdout, "2026-03-01  worker  unreadable\n");
});

Deno.test("scratchpad takes the nearest folder that has scratchpads, or the one that is named", async () => {
  using home = new ScratchpadHome();
  home.write("worker/2026-03-01.md", "x");
  Deno.mkdirSync(`${home.project}/src/deep`, { recursive: true });
  Deno.mkdirSync(`${home.project}/.git`);
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
