import type { HookEntry } from "../../cli/install/settings_edit.ts";
import { hookEntries } from "../../cli/install/hook_entries.ts";
import { SKILL_TEXT } from "../../cli/install/skill/skill_text.ts";
import { VERSION } from "../../core/version.ts";
import { README } from "./readme.ts";
import { commandText, SLASH_COMMANDS } from "./slash_commands.ts";

/** The name of the plugin, of its marketplace and of its folder in it. */
export const PLUGIN_NAME = "mneme";

/** Where the executables lie in the plugin. Not in `bin`: the client adds that to the PATH of the agent's shell. */
export const PROGRAMS = "programs";

/** Replaced by the client, wherever it has put the plugin. */
const PROGRAMS_AS_CALLED = `\${CLAUDE_PLUGIN_ROOT}/${PROGRAMS}`;

const MNEME = Deno.build.os === "windows" ? "mneme.exe" : "mneme";

const DESCRIPTION =
  "Memory between sessions: captures the work, asks what is worth keeping, and brings back what matters";

/** Every text of the marketplace and of the plugin in it, by its path in the marketplace's folder. */
export function pluginFiles(): ReadonlyMap<string, string> {
  const files: [string, string][] = [
    [".claude-plugin/plugin.json", json(manifest())],
    ["hooks/hooks.json", json(hooks())],
    [".mcp.json", json(servers())],
    ["README.md", README],
    ["skills/memory-management/SKILL.md", SKILL_TEXT],
    ...SLASH_COMMANDS.map((command): [string, string] => [
      `commands/${command.name}.md`,
      commandText(command),
    ]),
  ];
  return new Map([
    [".claude-plugin/marketplace.json", json(marketplace())],
    ...files.map(([path, text]): [string, string] => [`${PLUGIN_NAME}/${path}`, text]),
  ]);
}

function manifest() {
  return {
    name: PLUGIN_NAME,
    version: VERSION,
    description: DESCRIPTION,
    author: { name: "mneme" },
    license: "MIT",
    keywords: ["memory", "hooks"],
  };
}

function marketplace() {
  return {
    name: PLUGIN_NAME,
    owner: { name: "mneme" },
    description: "mneme: memory for Claude Code",
    plugins: [{ name: PLUGIN_NAME, source: `./${PLUGIN_NAME}`, description: DESCRIPTION, version: VERSION }],
  };
}

/** The same hooks that `mneme install` registers. */
function hooks() {
  const byEvent: Record<string, { hooks: HookEntry["hook"][] }[]> = {};
  for (const { event, hook } of hookEntries(PROGRAMS_AS_CALLED)) {
    byEvent[event] = [...byEvent[event] ?? [], { hooks: [hook] }];
  }
  return { description: DESCRIPTION, hooks: byEvent };
}

function servers() {
  return { mcpServers: { mneme: { command: `${PROGRAMS_AS_CALLED}/${MNEME}`, args: ["mcp"] } } };
}

/** What makes `mneme` a command in the agent's shell, by its path in the plugin. */
export function launcher(): { readonly path: string; readonly text: string } {
  if (Deno.build.os !== "windows") {
    return { path: "bin/mneme", text: `#!/bin/sh\nexec "\${0%/*}/../${PROGRAMS}/${MNEME}" "$@"\n` };
  }
  return { path: "bin\\mneme.cmd", text: `@"%~dp0..\\${PROGRAMS}\\${MNEME}" %*\r\n` };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
