import { dirname, join } from "node:path";
import { BuildError } from "../build_error.ts";
import { EXECUTABLES } from "../executables.ts";
import { removeFolder, statOrUndefined } from "../files.ts";
import { launcher, PLUGIN_NAME, pluginFiles, PROGRAMS } from "./plugin_files.ts";

/** What is taken from where, and put where. */
export interface PluginPlace {
  /** The folder of the executables, absolute. */
  readonly dist: string;
  /** The marketplace's folder, absolute. */
  readonly out: string;
  /**
   * `files`: the plugin holds the executables. `link`: it leads to their folder, so that the client, which copies what
   * it installs, copies some texts instead of a gigabyte; for a marketplace that is read in place only.
   */
  readonly programs?: "files" | "link";
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
  if (place.programs === "link") await Deno.symlink(place.dist, join(plugin, PROGRAMS), { type: "dir" });
  else await placeFiles(names, place.dist, join(plugin, PROGRAMS));
  await replaceFolder(place.out, work);
}

/** Names of all the files that the plugin needs; throws where one is missing. */
async function executableNames(dist: string): Promise<string[]> {
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  const names = EXECUTABLES.map(({ name }) => name + suffix);
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

async function placeFiles(names: readonly string[], from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  const copies = new Map<number, string>();
  for (const name of names) await linkOrCopy(join(from, name), join(to, name), copies);
}

/**
 * Costs no disk where both lie on one file system; the build replaces its files, it never changes them. Elsewhere what
 * is one file under several names stays so; `copies` are those made so far, by what they are copies of.
 */
async function linkOrCopy(from: string, to: string, copies: Map<number, string>): Promise<void> {
  try {
    await Deno.link(from, to);
  } catch {
    const { ino } = await Deno.stat(from);
    const twin = ino === null ? undefined : copies.get(ino);
    if (twin !== undefined) return await Deno.link(twin, to);
    await Deno.copyFile(from, to);
    if (ino !== null) copies.set(ino, to);
  }
}

/** The client reads a folder's plugin in place: a hook that starts between the two steps is missing, no other. */
async function replaceFolder(path: string, by: string): Promise<void> {
  const old = `${path}.old`;
  await removeFolder(old);
  if ((await statOrUndefined(path)) !== undefined) await Deno.rename(path, old);
  await Deno.rename(by, path);
  await removeFolder(old);
}
