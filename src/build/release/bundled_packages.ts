import { BuildError } from "../build_error.ts";
import { EXECUTABLES } from "../executables.ts";
import { firstComplaint, runDeno } from "../run_deno.ts";

/** An npm package of which something is, or may be, in an executable. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json has it: an SPDX expression. */
  readonly license: string;
  /** Of the tarball, as npm writes it: `sha512-` and base64. */
  readonly integrity: string;
  /** `name@version` of the packages that it needs. */
  readonly needs: readonly string[];
  /** Whether our own code imports it. */
  readonly isDirect: boolean;
  /** Where Deno keeps it. */
  readonly folder: string;
}

interface InfoPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
  readonly localPath?: string;
}

interface Info {
  readonly modules: readonly { readonly kind?: string; readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, InfoPackage>>;
}

/** The packages that the executables are made of, and what those need, sorted; each once in a version. */
export async function bundledPackages(root: string): Promise<BundledPackage[]> {
  const known: Record<string, InfoPackage> = {};
  const ids = new Set<string>();
  for (const { entry, assets } of EXECUTABLES) {
    const info = await denoInfo(entry, root);
    Object.assign(known, info.npmPackages);
    for (const { npmPackage } of info.modules) if (npmPackage !== undefined) ids.add(npmPackage);
    for (const { package: name } of assets ?? []) {
      for (const [id, one] of Object.entries(info.npmPackages)) if (one.name === name) ids.add(id);
    }
  }
  const direct = new Set(ids);
  for (const id of ids) { // grows while it is walked
    for (const need of known[id]?.dependencies ?? []) ids.add(need);
  }
  const { npm } = JSON.parse(await Deno.readTextFile(`${root}/deno.lock`));
  const packages = await Promise.all(
    [...ids].map(async (id) => ({ ...await describePackage(id, known, npm), isDirect: direct.has(id) })),
  );
  const byName = new Map(packages.map((one) => [packageId(one), one]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** What the package is called with its version. */
export function packageId({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

async function describePackage(
  id: string,
  known: Readonly<Record<string, InfoPackage>>,
  locked: Readonly<Record<string, { readonly integrity: string }>>,
): Promise<Omit<BundledPackage, "isDirect">> {
  const found = known[id];
  const integrity = locked[id]?.integrity;
  if (found?.localPath === undefined || integrity === undefined) {
    throw new BuildError(`Cannot name the licence of ${id}: it is not in Deno's cache; run deno install`);
  }
  const { license } = JSON.parse(await Deno.readTextFile(`${found.localPath}/package.json`));
  const needs = found.dependencies.flatMap((need) =>
    known[need] === undefined ? [] : [packageId(known[need])]
  );
  return {
    name: found.name,
    version: found.version,
    license: typeof license === "string" ? license : "NOASSERTION",
    integrity,
    needs: [...new Set(needs)].sort(),
    folder: found.localPath,
  };
}

async function denoInfo(entry: string, root: string): Promise<Info> {
  const run = await runDeno(["info", "--json", "--frozen", entry], { cwd: root });
  if (run.success) return JSON.parse(run.stdout);
  throw new BuildError(
    `Cannot list the packages of ${entry}: ${firstComplaint(run.stderr)}; run deno install`,
  );
}
