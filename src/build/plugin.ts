import { basename, dirname, join } from "node:path";
import { VERSION } from "../base/version.ts";
import { hookEntries } from "../cli/registration/hooks_step.ts";
import { executablePath, mnemeIn } from "../cli/registration/own_folder.ts";
import type { HookEntry } from "../cli/registration/settings_text.ts";
import { textBeside } from "../cli/frame/text_beside.ts";
import { nameAlso } from "../machine/files.ts";
import { EXECUTABLES } from "./executables.ts";
import { removeFolder, statOrUndefined } from "./files.ts";
import { BuildError } from "./run_deno.ts";

/** The name of the plugin, of its marketplace and of its folder in it. */
export const PLUGIN_NAME = "mneme";

/** The folder of the executables in the plugin. It is not `bin`: the client adds that to the PATH of the agent's shell. */
export const PROGRAMS = "programs";

/** Replaced by the client, wherever it has put the plugin. */
const PROGRAMS_AS_CALLED = `\${CLAUDE_PLUGIN_ROOT}/${PROGRAMS}`;

const DESCRIPTION =
  "Memory between sessions: captures the work, asks what is worth keeping, and brings back what matters";

/**
 * Copied from the folder `plugin` as they are: a README, and prompts that a person calls by their names (`/mneme:recall`).
 * These may use tools of mneme without asking, of the plugin's server and of the one of `mneme install`; what removes
 * something is not among them.
 */
const TEXTS = [
  "README.md",
  ...["recall", "remember", "forget", "stats"].map((name) => `commands/${name}.md`),
];

/** Every text of the marketplace and of the plugin in it, by its path in the marketplace's folder. */
export function pluginFiles(): ReadonlyMap<string, string> {
  const [name, description, version] = [PLUGIN_NAME, DESCRIPTION, VERSION];
  const author = { name };
  const manifest = { name, version, description, author, license: "MIT", keywords: ["memory", "hooks"] };
  const marketplace = {
    name,
    owner: { name },
    description: "mneme: memory for Claude Code",
    plugins: [{ name, source: `./${name}`, description, version }],
  };
  // The same hooks that `mneme install` registers.
  const hooks: Record<string, { hooks: HookEntry["hook"][] }[]> = {};
  for (const { event, hook } of hookEntries(PROGRAMS_AS_CALLED)) {
    (hooks[event] ??= []).push({ hooks: [hook] });
  }
  const server = { command: mnemeIn(PROGRAMS_AS_CALLED), args: ["mcp"] };
  const texts = TEXTS.map((path) => [path, Deno.readTextFileSync(`${import.meta.dirname}/plugin/${path}`)]);
  return new Map([
    [".claude-plugin/marketplace.json", json(marketplace)],
    ...[
      [".claude-plugin/plugin.json", json(manifest)],
      ["hooks/hooks.json", json({ description, hooks })],
      [".mcp.json", json({ mcpServers: { mneme: server } })],
      ["skills/memory-management/SKILL.md", textBeside("registration/skill.txt")],
      ...texts,
    ].map(([path, text = ""]): [string, string] => [`${name}/${path}`, text]),
  ]);
}

/** Makes `mneme` a command in the agent's shell; the path is that in the plugin. */
export function launcher(): { readonly path: string; readonly text: string } {
  if (Deno.build.os !== "windows") {
    return { path: "bin/mneme", text: `#!/bin/sh\nexec "\${0%/*}/../${PROGRAMS}/mneme" "$@"\n` };
  }
  return { path: "bin\\mneme.cmd", text: `@"%~dp0..\\${PROGRAMS}\\mneme.exe" %*\r\n` };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Says from where the plugin is made, the folder of the executables, and where its marketplace is put; both absolute. */
interface PluginPlace {
  readonly dist: string;
  readonly out: string;
}

/**
 * Writes the marketplace and its plugin beside the place and moves them there at once, so that a client never finds
 * half of them. Takes the place of an earlier one and of nothing else.
 */
export async function writePlugin(place: PluginPlace): Promise<void> {
  const names = await executableNames(place.dist);
  await requireReplaceable(place.out);
  const work = `${place.out}.new`;
  await removeFolder(work); // what a killed run has left
  for (const [path, text] of pluginFiles()) {
    await Deno.mkdir(join(work, dirname(path)), { recursive: true });
    await Deno.writeTextFile(join(work, path), text);
  }
  const plugin = join(work, PLUGIN_NAME);
  const { path, text } = launcher();
  await Deno.mkdir(join(plugin, dirname(path)));
  await Deno.writeTextFile(join(plugin, path), text, { mode: 0o755 });
  await Deno.mkdir(join(plugin, PROGRAMS));
  // The build replaces its file, which has all these names, and never changes it: a link costs no disk.
  const [first = "", ...others] = names.map((name) => join(plugin, PROGRAMS, name));
  nameAlso(join(place.dist, names[0] ?? ""), [first]);
  nameAlso(first, others);
  // The client reads a folder's plugin in place: a hook that starts between the two steps is missing, no other.
  const old = `${place.out}.old`;
  await removeFolder(old);
  if ((await statOrUndefined(place.out)) !== undefined) await Deno.rename(place.out, old);
  await Deno.rename(work, place.out);
  await removeFolder(old);
}

/** Names of all the files that the plugin needs; throws where one is missing. */
async function executableNames(dist: string): Promise<string[]> {
  const names = EXECUTABLES.map(({ name }) => basename(executablePath(dist, name)));
  for (const name of names) {
    if ((await statOrUndefined(join(dist, name)))?.isFile === true) continue;
    throw new BuildError(`Cannot make the plugin: ${join(dist, name)} is missing; run \`deno task build\``);
  }
  return names;
}

async function requireReplaceable(out: string): Promise<void> {
  if ((await statOrUndefined(out)) === undefined) return;
  if ((await statOrUndefined(join(out, PLUGIN_NAME, ".claude-plugin"))) !== undefined) return;
  if ((await Array.fromAsync(Deno.readDir(out))).length === 0) return;
  throw new BuildError(
    `Cannot make the plugin: ${out} holds something else; name an empty or a new folder with --out`,
  );
}
