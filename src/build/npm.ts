// Makes the npm packages: `mneme`, and one with the program for each system.
import { DOCUMENTS } from "../base/version.ts";
import { archiveFolder } from "./archive.ts";
import { removeFolder } from "./files.ts";
import { type Target, TARGETS } from "./release_options.ts";
import about from "./npm_about.json" with { type: "json" };

const packageOf = (target: Target) => `@mneme/${target.name}`; // `npm_starter.cjs` has the same names

/** Packs the program for one system, from which `mneme install` makes the hooks. npm takes the package that fits. */
export async function packTarget(
  target: Target,
  { folder, version, out }: { readonly folder: string; readonly version: string; readonly out: string },
): Promise<string> {
  const program = target.name.startsWith("windows") ? "mneme.exe" : "mneme";
  const named = { name: packageOf(target), version, ...about, ...target.npm };
  const manifest = { ...named, preferUnplugged: true }; // Yarn unpacks it: no program starts in a zip
  const files = Object.fromEntries([program, ...DOCUMENTS].map((name) => [name, `${folder}/${name}`]));
  return await pack(`${out}/npm-mneme-${version}-${target.name}.tgz`, manifest, files);
}

export async function packStarter(
  { root, version, out }: { readonly root: string; readonly version: string; readonly out: string },
): Promise<string> {
  const manifest = {
    ...{ name: "mneme", version, ...about, bin: { mneme: "mneme.cjs" }, engines: { node: ">=18" } },
    optionalDependencies: Object.fromEntries(TARGETS.map((target) => [packageOf(target), version])),
  };
  return await pack(`${out}/npm-mneme-${version}.tgz`, manifest, {
    "mneme.cjs": `${root}/src/build/npm_starter.cjs`,
    "README.md": `${root}/README.md`,
    LICENSE: `${root}/LICENSE`,
  });
}

/** Packs `package.json` and copies of `files`, whose keys are the names in the package. */
async function pack(archive: string, manifest: object, files: Readonly<Record<string, string>>) {
  const work = `${archive}.work`;
  await removeFolder(work);
  await Deno.mkdir(`${work}/package`, { recursive: true });
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await Deno.writeTextFile(`${work}/package/package.json`, text, { mode: 0o644 });
  for (const [name, file] of Object.entries(files)) await Deno.copyFile(file, `${work}/package/${name}`);
  await archiveFolder(`${work}/package`, archive, "gzip");
  await removeFolder(work);
  return archive;
}
