// Makes the plugin for Claude Code and its marketplace from `dist/`.
import { dirname, join } from "node:path";
import { VERSION } from "../base/version.ts";
import { hookEntries, mnemeIn } from "../cli/registration/own_folder.ts";
import { entriesOf, entryAt, hardLink, isFile, isFolder, textBeside } from "../machine/files.ts";
import { outputNames } from "./executables.ts";
import { removeFolder } from "./files.ts";
import { BuildError } from "./run_deno.ts";
import manifests from "./plugin/manifests.json" with { type: "json" };

const { plugin, marketplace } = manifests;
export const PLUGIN_NAME = plugin.name;
const MANIFEST = `${PLUGIN_NAME}/.claude-plugin/plugin.json`;

/** The plugin's folder of executables. The client would add a folder named `bin` to the agent's PATH. */
export const PROGRAMS = "programs";

const PROGRAMS_AS_CALLED = `\${CLAUDE_PLUGIN_ROOT}/${PROGRAMS}`;

/** Files that are copied. A slash command names the tools that it calls unasked: none of them removes anything. */
const TEXTS = [
  "README.md",
  ...["recall", "remember", "forget", "stats"].map((name) => `commands/${name}.md`),
];

export function pluginFiles(): ReadonlyMap<string, string> {
  const { name, description } = plugin;
  const offered = [{ name, source: `./${name}`, description, version: VERSION }];
  const groups = hookEntries(PROGRAMS_AS_CALLED).map(({ event, hook }) => [event, [{ hooks: [hook] }]]);
  const server = { command: mnemeIn(PROGRAMS_AS_CALLED), args: ["mcp"] };
  const texts = TEXTS.map((path) => [path, Deno.readTextFileSync(`${import.meta.dirname}/plugin/${path}`)]);
  return new Map([
    [MANIFEST, json({ ...plugin, version: VERSION })], // first, as `isReplaceable` knows by it what a killed run has left
    [".claude-plugin/marketplace.json", json({ ...marketplace, plugins: offered })],
    ...[
      ["hooks/hooks.json", json({ description, hooks: Object.fromEntries(groups) })],
      [".mcp.json", json({ mcpServers: { mneme: server } })],
      ["skills/memory-management/SKILL.md", textBeside("cli/registration/skill.txt")],
      ...texts,
    ].map(([path, text = ""]): [string, string] => [`${name}/${path}`, text]),
  ]);
}

/** Returns the only program that the plugin adds to the agent's PATH: its shell then finds `mneme` and no hooks. */
function launcher(): { readonly path: string; readonly text: string } {
  if (Deno.build.os !== "windows") {
    return { path: "bin/mneme", text: Deno.readTextFileSync(`${import.meta.dirname}/plugin/launcher.sh`) };
  }
  return { path: "bin\\mneme.cmd", text: `@"%~dp0..\\${PROGRAMS}\\mneme.exe" %*\r\n` };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Makes the marketplace, then replaces an earlier one. Refuses an incomplete `dist`, and an `out` with other files. */
export async function writePlugin(place: Readonly<Record<"dist" | "out", string>>): Promise<void> {
  requireSound(place);
  const work = `${place.out}.new`;
  await removeFolder(work);
  for (const [path, text] of pluginFiles()) {
    await Deno.mkdir(join(work, dirname(path)), { recursive: true });
    await Deno.writeTextFile(join(work, path), text);
  }
  const plugin = join(work, PLUGIN_NAME);
  const { path, text } = launcher();
  await Deno.mkdir(join(plugin, dirname(path)));
  await Deno.writeTextFile(join(plugin, path), text, { mode: 0o755 });
  await Deno.mkdir(join(plugin, PROGRAMS));
  // Hard links take no space. They stay sound, because a build replaces its file and never changes it. From `dist` on
  // another disk, only the first is copied.
  const [first = "", ...others] = outputNames();
  hardLink(join(place.dist, first), [join(plugin, PROGRAMS, first)]);
  hardLink(join(plugin, PROGRAMS, first), others.map((name) => join(plugin, PROGRAMS, name)));
  await removeFolder(place.out);
  await Deno.rename(work, place.out);
}

function requireSound({ dist, out }: Readonly<Record<"dist" | "out", string>>): void {
  const cannot = (why: string) => new BuildError(`Cannot make the plugin: ${why}`);
  const missing = outputNames().map((name) => join(dist, name)).find((path) => !isFile(path));
  if (missing !== undefined) throw cannot(`${missing} is missing; run \`deno task build\``);
  const other = [out, `${out}.new`].find((path) => !isReplaceable(path));
  if (other === undefined) return;
  throw cannot(`${other} holds something else; name an empty or a new folder with --out`);
}

/** Returns true for an absent or empty folder, and for a plugin, also for one that a killed run left unfinished. */
function isReplaceable(path: string): boolean {
  const names = new Set(entriesOf(path).map(({ name }) => name));
  if (names.size === 0) return entryAt(path) === undefined || isFolder(path);
  return isFile(join(path, MANIFEST)) && names.isSubsetOf(new Set([PLUGIN_NAME, ".claude-plugin"]));
}
