import { archiveFolder, writeChecksums } from "./archive.ts";
import { GRAMMARS, provideAssets } from "./assets.ts";
import { bundleProgram } from "./bundle.ts";
import { compile, nameAlso, programCompilation } from "./compile.ts";
import { EXECUTABLES } from "./executables.ts";
import { type Layout, lockTree, removeFolder } from "./files.ts";
import { bundledPackages, licensesText, runtimeParts, sbomText } from "./packages.ts";
import { releaseName, type ReleaseOptions } from "./release_options.ts";
import { BuildError } from "./run_deno.ts";
import { denosOwnRuntime, provideRuntime } from "./runtime.ts";
import type { CompileRuntime } from "./recovered_runtime.ts";

/** Makes the archive for one target, and writes the checksums of all archives of the version beside it. */
export async function release(
  layout: Layout,
  options: ReleaseOptions,
  say: (line: string) => void,
): Promise<void> {
  const name = releaseName(options);
  const folder = `${layout.root}/build/release/${options.target.name}/${name}`;
  await fillFolder(folder, options, { layout, say });
  if (options.isUnpacked) return;
  const out = options.out ?? `${layout.root}/build/release`;
  await Deno.mkdir(out, { recursive: true });
  const archive = `${out}/${name}.tar.xz`;
  await archiveFolder(folder, archive);
  await writeChecksums(out, (file) => file.startsWith("mneme-") && file.endsWith(".tar.xz"));
  say(`${archive}  ${((await Deno.stat(archive)).size / 1e6).toFixed(1)} MB`);
}

/**
 * Makes every executable in the folder, as `build` does for this machine, and the documents beside them. Locked for as
 * long as bundles are made, where those of a build would be: compressing takes far longer.
 */
async function fillFolder(
  folder: string,
  options: ReleaseOptions,
  { layout, say }: { readonly layout: Layout; readonly say: (line: string) => void },
): Promise<void> {
  using _lock = await lockTree(layout.lock);
  await Deno.mkdir(layout.out, { recursive: true });
  const runtime = await targetRuntime(options, layout);
  say(`runtime: ${runtime.description}`);
  await removeFolder(folder);
  await Deno.mkdir(folder, { recursive: true });
  const started = performance.now();
  const bundle = await bundleProgram(EXECUTABLES, layout);
  await provideAssets(GRAMMARS, layout);
  const { name: target, triple } = options.target;
  const suffix = target.startsWith("windows") ? ".exe" : "";
  const [first = "", ...others] = EXECUTABLES.map(({ name }) => `${folder}/${name}${suffix}`);
  await compile({ ...programCompilation(bundle, layout), output: first, runtime, target: triple }, layout);
  await nameAlso(first, others);
  say(`${EXECUTABLES.length} executables  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await addDocuments(layout.root, folder, options);
}

/** All that is in an archive beside the executables. */
async function addDocuments(root: string, folder: string, options: ReleaseOptions): Promise<void> {
  const parts = runtimeParts();
  const packages = await bundledPackages(root);
  const write = (name: string, text: string) =>
    Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o644 });
  for (const name of ["README.md", "LICENSE"]) await write(name, await Deno.readTextFile(`${root}/${name}`));
  await write("THIRD_PARTY_LICENSES.md", await licensesText(parts, packages));
  const subject = { version: options.version, target: options.target.name, parts, packages };
  await write("sbom.cdx.json", sbomText(subject));
  await writeChecksums(folder, () => true);
}

/** The runtime that the release is made of: Deno's own for the target, or for tests any that was verified. */
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

/** The line of each script that names the address, and how it begins. */
const SCRIPTS = [
  ["install.sh", /^RELEASES=.*$/m, "RELEASES="],
  ["install.ps1", /^\$Releases = .*$/m, "$Releases = "],
] as const;

/** Writes the install scripts of a release into a folder: those of the repository with the address to download from. */
export async function stampInstallers(root: string, args: readonly string[]): Promise<void> {
  const [address = "", out = `${root}/build/release`] = args;
  // It becomes part of two scripts: what is no plain address could be a command there.
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
}
