import { gzipFolder } from "./archive.ts";
import { removeFolder } from "./files.ts";
import { type Target, TARGETS } from "./release_options.ts";

/** The package of the system, which `mneme` depends on where it fits. The starter has the same names. */
const packageOf = (target: Target) => `@mneme/${target.name}`;

/** The names that npm gives the parts of a target's name. */
const SYSTEMS: Readonly<Record<string, string>> = { linux: "linux", macos: "darwin", windows: "win32" };

const ABOUT = {
  description: "Memory for coding agents: captures sessions, brings back what matters",
  license: "MIT",
};

/** One package: its files as they are named in it, and the text of its `package.json`. */
interface Package {
  readonly manifest: Readonly<Record<string, unknown>>;
  /** From the name in the package to the file that is copied there. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Packs the program of one system from the folder of its release, as esbuild and biome do it: npm takes of the packages
 * that `mneme` may have the one whose `os` and `cpu` fit. The file that it writes can be given to `npm publish`.
 */
export async function packTarget(
  target: Target,
  { folder, version, out }: { readonly folder: string; readonly version: string; readonly out: string },
): Promise<string> {
  const [os = "", cpu = ""] = target.name.split("-");
  const program = os === "windows" ? "mneme.exe" : "mneme";
  const names = [program, "README.md", "LICENSE", "THIRD_PARTY_LICENSES.md", "sbom.cdx.json", "SHA256SUMS"];
  return await pack(`${out}/npm-mneme-${version}-${target.name}.tgz`, {
    manifest: {
      ...{ name: packageOf(target), version, ...ABOUT, os: [SYSTEMS[os]], cpu: [cpu] },
      ...(os === "linux" ? { libc: ["glibc"] } : {}),
      preferUnplugged: true, // a program cannot be started inside an archive
    },
    files: Object.fromEntries(names.map((name) => [name, `${folder}/${name}`])),
  });
}

/** Packs `mneme`, which has nothing but the starter and the names of the packages of each system. */
export async function packStarter(
  { root, version, out }: { readonly root: string; readonly version: string; readonly out: string },
): Promise<string> {
  return await pack(`${out}/npm-mneme-${version}.tgz`, {
    manifest: {
      ...{ name: "mneme", version, ...ABOUT, bin: { mneme: "mneme.cjs" }, engines: { node: ">=18" } },
      optionalDependencies: Object.fromEntries(TARGETS.map((target) => [packageOf(target), version])),
    },
    files: {
      "mneme.cjs": `${root}/src/build/npm_starter.cjs`,
      "README.md": `${root}/README.md`,
      LICENSE: `${root}/LICENSE`,
    },
  });
}

async function pack(archive: string, { manifest, files }: Package): Promise<string> {
  const work = `${archive}.work`;
  await removeFolder(work);
  await Deno.mkdir(`${work}/package`, { recursive: true });
  const write = (text: string) => Deno.writeTextFile(`${work}/package/package.json`, text, { mode: 0o644 });
  await write(`${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const [name, file] of Object.entries(files)) await Deno.copyFile(file, `${work}/package/${name}`);
  await gzipFolder(`${work}/package`, archive);
  await removeFolder(work);
  return archive;
}
