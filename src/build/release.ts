// Makes the published files of one target, and the install scripts: the task `deno task release`.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../base/version.ts";
import { archiveFolder, writeChecksums, zipFolder } from "./archive.ts";
import { hardLink } from "../machine/files.ts";
import { compile, programCompilation } from "./compile.ts";
import { EXECUTABLES } from "./executables.ts";
import { type Layout, lockBuild, removeFolder } from "./files.ts";
import { packStarter, packTarget } from "./npm.ts";
import { bundledPackages, licensesText, runtimeParts } from "./packages.ts";
import { releaseName, type ReleaseOptions, type Target, TARGETS } from "./release_options.ts";
import { BuildError } from "./run_deno.ts";
import { type CompileRuntime, denosOwnRuntime, provideRuntime } from "./runtime.ts";

/** Makes archive and npm package of a target in `out`; with `isUnpacked`, only the folder. */
export async function release(layout: Layout, options: ReleaseOptions, say: (line: string) => void) {
  const name = releaseName(options);
  const folder = `${layout.root}/build/release/${options.target.name}/${name}`;
  await fillFolder(folder, options, { layout, say });
  await addDocuments(layout.root, folder);
  if (options.isUnpacked) return;
  for (const file of await packFolder(folder, options, options.out ?? `${layout.root}/build/release`)) {
    say(`${file}  ${((await Deno.stat(file)).size / 1e6).toFixed(1)} MB`);
  }
}

/** Makes an archive and an npm package of a folder in `out`, and updates SHA256SUMS. Returns their paths. */
export async function packFolder(
  folder: string,
  { target, version }: Pick<ReleaseOptions, "target" | "version">,
  out: string,
): Promise<string[]> {
  await Deno.mkdir(out, { recursive: true });
  const archive = `${out}/${basename(folder)}${target.ending}`;
  await (target.ending === ".zip" ? zipFolder : archiveFolder)(folder, archive);
  // SHA256SUMS lists archives alone, as the install scripts look up no other files in it.
  await writeChecksums(
    out,
    (name) => name.startsWith("mneme-") && TARGETS.some(({ ending }) => name.endsWith(ending)),
  );
  return [archive, await packTarget(target, { folder, version, out })];
}

/** Builds the target's executables. Holds the build lock, as another build writes the same bundles. */
async function fillFolder(
  folder: string,
  options: ReleaseOptions,
  { layout, say }: { readonly layout: Layout; readonly say: (line: string) => void },
): Promise<void> {
  using _lock = await lockBuild(layout.lock);
  await Deno.mkdir(layout.unfinished, { recursive: true });
  const runtime = await targetRuntime(options, layout);
  say(`runtime: ${runtime.description}`);
  await removeFolder(folder);
  await Deno.mkdir(folder, { recursive: true });
  const started = performance.now();
  const { program } = await programCompilation(layout);
  const names = archivedNames(options.target);
  const [first = "", ...others] = names.map((name) => `${folder}/${name}`);
  await compile({ ...program, output: first, runtime, target: options.target.triple }, layout);
  hardLink(first, others);
  say(`${names.length} executables  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** A zip cannot hold links, so it has only `mneme.exe`; `mneme install` makes the hooks. */
export function archivedNames({ ending }: Target): string[] {
  return ending === ".zip" ? ["mneme.exe"] : EXECUTABLES.map(({ name }) => name);
}

export async function addDocuments(root: string, folder: string): Promise<void> {
  const write = (name: string, text: string) =>
    Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o644 });
  for (const name of ["README.md", "LICENSE"]) await write(name, await Deno.readTextFile(`${root}/${name}`));
  await write("THIRD_PARTY_LICENSES.md", await licensesText(runtimeParts(), await bundledPackages(root)));
  await writeChecksums(folder, () => true);
}

/** Returns Deno's own runtime for the target; for a test archive, the runtime that `deno task build` uses here. */
async function targetRuntime(options: ReleaseOptions, layout: Layout): Promise<CompileRuntime> {
  if (options.isTestRuntime) return await provideRuntime(layout);
  const { triple } = options.target;
  const own = await denosOwnRuntime(layout, { target: triple, mayDownload: true });
  if (own !== undefined) return own;
  throw new BuildError(
    `Cannot release ${options.target.name}: the runtime denort-${triple} of Deno ${Deno.version.deno} is missing, and ` +
      "dl.deno.land cannot be reached; connect to the network and run it again",
  );
}

/** The install scripts: file name, line with the download address, start of that line. */
const SCRIPTS = [
  ["install.sh", /^RELEASES=.*$/m, "RELEASES="],
  ["install.ps1", /^\$Releases = .*$/m, "$Releases = "],
] as const;

/** Writes the install scripts with the downloads' address, and packs the npm package `mneme`. */
export async function stampInstallers(root: string, args: readonly string[]): Promise<void> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [address = "", out = `${root}/build/release`] = positionals;
  // In the scripts, other characters could form a command.
  if (!/^https?:\/\/[\w.:/-]+$/.test(address)) {
    throw new BuildError(
      `Cannot write the install scripts: "${address}" is no address; give one such as https://example.org/download`,
    );
  }
  await Deno.mkdir(out, { recursive: true });
  for (const [name, line, begin] of SCRIPTS) {
    const text = await Deno.readTextFile(`${root}/${name}`);
    const stamped = text.replace(line, () => `${begin}"${address.replace(/\/+$/, "")}"`);
    await Deno.writeTextFile(`${out}/${name}`, stamped, { mode: 0o755 });
  }
  await packStarter({ root, version: VERSION, out });
}
