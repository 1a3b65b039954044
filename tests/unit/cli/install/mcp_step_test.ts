import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { ClientHome } from "./client_home.ts";
import { notOnWindows } from "../../../_support/windows.ts";
import { below } from "../../../../src/base/slashes.ts";

function about(lines: readonly string[]): string[] {
  return lines.filter((line) => line.includes("MCP") || line.includes("runs:"));
}

notOnWindows(
  "scripts",
  "install registers the MCP server by the client's own command, and uninstall takes it out again",
  async () => {
    using home = new ClientHome();
    assertEquals(about(await home.install()), [`The MCP server in ${home.home}/.claude.json: added`]);
    assertEquals(home.calls(), [`mcp add --scope user mneme -- ${home.bin}/mneme mcp`]);
    home.register(`${home.bin}/mneme`);
    assertEquals(about(await home.uninstall()), [`The MCP server in ${home.home}/.claude.json: removed`]);
    assertEquals(home.calls(), ["mcp remove --scope user mneme"]);
  },
);

notOnWindows(
  "scripts",
  "install leaves a server that is registered already, and uninstall says that there is none",
  async () => {
    using home = new ClientHome();
    home.register(`${home.bin}/mneme`);
    assertEquals(about(await home.install()), [
      `The MCP server in ${home.home}/.claude.json is as it should be`,
    ]);
    Deno.removeSync(`${home.home}/.claude.json`);
    assertEquals(about(await home.uninstall()), [
      `Nothing to remove: mneme has no MCP server in ${home.home}/.claude.json`,
    ]);
    assertEquals(home.calls(), []);
  },
);

notOnWindows("scripts", "install replaces the server of another mneme folder", async () => {
  using home = new ClientHome();
  home.register("/old/place/mneme");
  assertEquals(about(await home.install()), [`The MCP server in ${home.home}/.claude.json: updated`]);
  assertEquals(home.calls(), [
    "mcp remove --scope user mneme",
    `mcp add --scope user mneme -- ${home.bin}/mneme mcp`,
  ]);
});

notOnWindows(
  "scripts",
  "install and uninstall leave a server of that name that is somebody else's",
  async () => {
    using home = new ClientHome();
    home.register("npx", ["-y", "other-mneme"]);
    const line = `The MCP server named mneme in ${home.home}/.claude.json is not mneme's and stays`;
    assertEquals(about(await home.install()), [line]);
    assertEquals(about(await home.uninstall()), [line]);
    assertEquals(home.calls(), []);
  },
);

notOnWindows(
  "scripts",
  "install without the client on PATH, or with one that refuses, says what to type and goes on",
  async () => {
    using home = new ClientHome();
    const command = `claude mcp add --scope user mneme -- '${home.bin}/mneme' mcp`;
    home.clientThat("echo 'MCP server mneme already exists' >&2", "echo more >&2", "exit 1");
    assertEquals(about(await home.install()), [
      `Claude Code did not take the MCP server: MCP server mneme already exists; run: ${command}`,
    ]);
    home.removeClient();
    assertEquals(about(await home.install()), [
      `Claude Code is not on PATH; for its MCP server run: ${command}`,
    ]);
    assert(Deno.statSync(home.skill).isFile, "the other steps are done");
  },
);

notOnWindows("scripts", "install --dry-run shows what it would run, and runs nothing", async () => {
  using home = new ClientHome();
  assertEquals(about(await home.install("--dry-run")), [
    `The MCP server in ${home.home}/.claude.json: added`,
    `  runs: claude mcp add --scope user mneme -- '${home.bin}/mneme' mcp`,
  ]);
  assertEquals(home.calls(), []);
  assertEquals([...Deno.readDirSync(home.home)], []);
});

Deno.test("install --settings is about hooks alone, and says so", async () => {
  using home = new ClientHome();
  const lines = await home.install("--settings", `${home.cli.root}/mine.json`);
  assertEquals(lines, [
    "Only the hooks: without --settings the MCP server and the skill are installed, too.",
  ]);
  assertEquals(home.calls(), []);
  assertEquals([...Deno.readDirSync(home.home)], []);
});

Deno.test("install --project and --local look at the client's entries for the folder", async () => {
  using home = new ClientHome();
  const steps = async (scope: string) => {
    const { stdout } = await home.cli.main("install", scope, "--bin", home.bin, "--dry-run", "--json");
    return JSON.parse(stdout).steps.map(({ step, file }: { step: string; file: string }) => [step, file]);
  };
  const project = home.cli.project;
  assertEquals(await steps("--project"), [
    ["file", below(project, ".claude/settings.json")],
    ["file", below(project, ".claude/skills/memory-management/SKILL.md")],
    ["mcp", below(project, ".mcp.json")],
  ]);
  assertEquals((await steps("--local")).map(([, file]: string[]) => file), [
    below(project, ".claude/settings.local.json"),
    below(project, ".claude/skills/memory-management/SKILL.md"),
    below(home.home, ".claude.json"),
  ]);
  assertMatch(
    (await home.cli.main("install", "--help")).stdout,
    /Register the hooks, the MCP server and the skill/,
  );
});
