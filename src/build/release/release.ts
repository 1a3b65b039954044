import { removeFolder } from "../files.ts";
import type { Layout } from "../layout.ts";
import { lockTree } from "../lock.ts";
import { archiveFolder } from "./archive_folder.ts";
import { bundledPackages } from "./bundled_packages.ts";
import { writeChecksums } from "./checksums.ts";
import { licensesText } from "./licenses.ts";
import { releaseName, type ReleaseOptions } from "./options.ts";
import { runtimeParts } from "./runtime_parts.ts";
import { sbomText } from "./sbom.ts";
import { makeExecutables } from "./target_executables.ts";
import { targetRuntime } from "./target_runtime.ts";

/** Makes the archive for one target, and writes the checksums of all archives of the version beside it. */
export async function release(
  layout: Layout,
  options: ReleaseOptions,
  say: (line: string) => void,
): Promise<void> {
  const name = releaseName(options);
  const folder = `build/release/${options.target.name}/${name}`;
  await fillFolder(folder, options, { layout, say });
  if (options.isUnpacked) return;
  const out = options.out ?? `${layout.root}/build/release`;
  await Deno.mkdir(out, { recursive: true });
  const archive = `${out}/${name}.tar.xz`;
  await archiveFolder(`${layout.root}/${folder}`, archive);
  await writeChecksums(out, (file) => file.startsWith("mneme-") && file.endsWith(".tar.xz"));
  say(`${archive}  ${((await Deno.stat(archive)).size / 1e6).toFixed(1)} MB`);
}

/** Locked for as long as bundles are made, where those of a build would be: compressing takes far longer. */
async function fillFolder(
  folder: string,
  options: ReleaseOptions,
  { layout, say }: { readonly layout: Layout; readonly say: (line: string) => void },
): Promise<void> {
  using _lock = await lockTree(layout.lock);
  await Deno.mkdir(layout.out, { recursive: true });
  const runtime = await targetRuntime(options, layout);
  say(`runtime: ${runtime.description}`);
  await removeFolder(`${layout.root}/${folder}`);
  await Deno.mkdir(`${layout.root}/${folder}`, { recursive: true });
  await makeExecutables(layout, { target: options.target, runtime, folder, say });
  await addDocuments(layout.root, `${layout.root}/${folder}`, options);
}

/** All that is in an archive beside the executables. */
async function addDocuments(root: string, folder: string, options: ReleaseOptions): Promise<void> {
  const parts = runtimeParts();
  const packages = await bundledPackages(root);
  const subject = { version: options.version, target: options.target.name, parts, packages };
  const texts = {
    "README.md": await Deno.readTextFile(`${root}/README.md`),
    "LICENSE": await Deno.readTextFile(`${root}/LICENSE`),
    "THIRD_PARTY_LICENSES.md": await licensesText(parts, packages),
    "sbom.cdx.json": sbomText(subject),
  };
  for (const [file, text] of Object.entries(texts)) {
    await Deno.writeTextFile(`${folder}/${file}`, text, { mode: 0o644 });
  }
  await writeChecksums(folder, () => true);
}
