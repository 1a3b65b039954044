// The plugin's server beside the one that `mneme install` registers, as the client starts it: compiled.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { assertEquals } from "../../../_support/assert.ts";
import { DIST, linkExecutables } from "../../../_support/executables.ts";
import { TestHome } from "../../../_support/test_home.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { isWindows } from "../../../_support/windows.ts";

const INSTALLED = { command: executablePath(DIST, "mneme"), args: ["mcp"] };

/** What the client's own file holds, and whether the plugin's server then offers its tools. */
const CASES: Readonly<
  Record<string, { readonly file: (project: string) => unknown; readonly offers: boolean }>
> = {
  "no other is registered": { file: () => ({}), offers: true },
  "one is registered for the user": { file: () => ({ mcpServers: { mneme: INSTALLED } }), offers: false },
  "one is registered for this folder": {
    file: (project) => ({ projects: { [project]: { mcpServers: { mneme: INSTALLED } } } }),
    offers: false,
  },
  "the other is gone": {
    file: () => ({ mcpServers: { mneme: { ...INSTALLED, command: "/nowhere/mneme" } } }),
    offers: true,
  },
  "the other is switched off here": {
    file: (project) => ({
      mcpServers: { mneme: INSTALLED },
      projects: { [project]: { disabledMcpServers: ["mneme"] } },
    }),
    offers: true,
  },
  "another program is called mneme": {
    file: () => ({ mcpServers: { mneme: { command: "/bin/sh", args: ["mcp"] } } }),
    offers: true,
  },
};

for (const [name, { file, offers }] of Object.entries(CASES)) {
  Deno.test(`the plugin's server offers ${offers ? "its tools" : "nothing"} where ${name}`, async () => {
    using home = new TestHome();
    home.write("home/.claude.json", JSON.stringify(file(home.project)));
    const plugin = `${home.root}/plugin`;
    const programs = linkExecutables(`${plugin}/programs`);
    assertEquals(await offer(home, executablePath(programs, "mneme"), plugin), offers);
    assertEquals(await offer(home, INSTALLED.command, plugin), true, "the installed one always serves");
    if (isWindows) return; // where a link to a folder is of a kind of its own
    Deno.removeSync(programs, { recursive: true });
    Deno.symlinkSync(DIST, programs);
    assertEquals(
      await offer(home, executablePath(programs, "mneme"), plugin),
      offers,
      "a plugin that leads to the executables",
    );
  });
}

/** Whether the server has tools and instructions; never one without the other. */
async function offer(home: TestHome, command: string, plugin: string): Promise<boolean> {
  const client = new Client({ name: "test", version: "1" });
  const env = home.environment({ CLAUDE_PLUGIN_ROOT: plugin });
  await client.connect(new StdioClientTransport({ command, args: ["mcp"], env, cwd: home.project }));
  try {
    const hasTools = client.getServerCapabilities()?.tools !== undefined;
    assertEquals(client.getInstructions() !== undefined, hasTools);
    return hasTools;
  } finally {
    await client.close();
  }
}
