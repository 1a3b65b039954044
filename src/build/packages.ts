import { GRAMMARS } from "./assets.ts";
import { PAGE } from "./bundle.ts";
import { EXECUTABLES } from "./executables.ts";
import { BuildError, firstComplaint, runDeno } from "./run_deno.ts";

/** Something by others that is in every executable. */
interface Part {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier; of an npm package what its package.json has, which may be an expression. */
  readonly license: string;
}

/** A part of the runtime. */
export interface RuntimePart extends Part {
  readonly homepage: string;
  readonly copyright: string;
}

/** The parts of the runtime, in the versions of the Deno that builds, which is the one that is built in. */
export function runtimeParts(): RuntimePart[] {
  return [
    {
      name: "deno",
      version: Deno.version.deno,
      license: "MIT",
      homepage: "https://github.com/denoland/deno",
      copyright: "Copyright 2018-2026 the Deno authors",
    },
    {
      name: "sqlite",
      version: process.versions.sqlite ?? "unknown",
      license: "blessing",
      homepage: "https://sqlite.org",
      copyright: "Public domain",
    },
    {
      name: "v8",
      version: Deno.version.v8,
      license: "BSD-3-Clause",
      homepage: "https://v8.dev",
      copyright: "Copyright 2006-2026, the V8 project authors",
    },
  ];
}

/** An npm package of which something is, or may be, in an executable. */
export interface BundledPackage extends Part {
  /** Of the tarball, as npm writes it: `sha512-` and base64. */
  readonly integrity: string;
  /** The folder in which Deno keeps it. */
  readonly folder: string;
}

/** Names the part with its version. */
export function packageId({ name, version }: Pick<Part, "name" | "version">): string {
  return `${name}@${version}`;
}

interface InfoPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
  readonly localPath?: string;
}

/** The packages that the executables are made of, and what those need, sorted; each once in a version. */
export async function bundledPackages(root: string): Promise<BundledPackage[]> {
  const known: Record<string, InfoPackage> = {};
  const ids = new Set<string>();
  const embedded = new Set(GRAMMARS.map((assets) => assets.package));
  for (const { entry } of [...EXECUTABLES, PAGE]) {
    const run = await runDeno(["info", "--json", "--frozen", entry], { cwd: root });
    if (!run.success) {
      const why = firstComplaint(run.stderr);
      throw new BuildError(`Cannot list the packages of ${entry}: ${why}; run deno install`);
    }
    const { modules, npmPackages } = JSON.parse(run.stdout);
    Object.assign(known, npmPackages);
    for (const { npmPackage } of modules) if (npmPackage !== undefined) ids.add(npmPackage);
    for (const id of Object.keys(npmPackages)) if (embedded.has(npmPackages[id].name)) ids.add(id);
  }
  for (const id of ids) { // grows while it is walked
    for (const need of known[id]?.dependencies ?? []) ids.add(need);
  }
  const { npm: locked } = JSON.parse(await Deno.readTextFile(`${root}/deno.lock`));
  const packages = new Map<string, BundledPackage>();
  for (const id of ids) {
    const { localPath: folder, name, version } = known[id] ?? {};
    const integrity = locked[id]?.integrity;
    if (folder === undefined || name === undefined || version === undefined || integrity === undefined) {
      throw new BuildError(`Cannot name the licence of ${id}: it is not in Deno's cache; run deno install`);
    }
    const { license: named } = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
    const license = typeof named === "string" ? named : "NOASSERTION";
    const found = { name, version, license, integrity, folder };
    packages.set(packageId(found), found);
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

const LICENSES = `${import.meta.dirname}/licenses`;

/** The text of THIRD_PARTY_LICENSES.md: the runtime's parts, then each package with the licence files it comes with. */
export async function licensesText(
  parts: readonly RuntimePart[],
  packages: readonly BundledPackage[],
): Promise<string> {
  const sections = [
    "# Third-party licences",
    "The executables of mneme hold the parts below. mneme itself is under the licence in the file LICENSE.",
  ];
  for (const { name, version, license, homepage, copyright } of parts) {
    // With what the licence asks to be told; SQLite's has no conditions.
    const texts = await licenseTexts(LICENSES, new RegExp(`^${license}\\.`));
    sections.push(`## ${name} ${version} (${license})`, homepage, copyright, ...texts);
  }
  for (const one of packages) {
    const own = await licenseTexts(one.folder, /^(licen[cs]e|copying|notice|third-?party)/i);
    // Some name their licence and come without its text.
    const texts = own.length > 0 ? own : await licenseTexts(LICENSES, new RegExp(`^${one.license}\\.`));
    const none = `The package names its licence, ${one.license}, and comes without its text.`;
    sections.push(`## ${packageId(one)} (${one.license})`, ...texts.length > 0 ? texts : [none]);
  }
  return `${sections.join("\n\n")}\n`;
}

/** A licence may be Markdown itself: fenced, its headings are not ours. */
async function licenseTexts(folder: string, wanted: RegExp): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name, isFile }) => isFile ? name : "");
  return await Promise.all(
    names.filter((name) => wanted.test(name)).sort().map(async (name) => {
      const text = await Deno.readTextFile(`${folder}/${name}`);
      return `~~~~text\n${text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n").trim()}\n~~~~`;
    }),
  );
}

/** Says what the bill of materials is about. */
interface SbomSubject {
  readonly version: string;
  /** The name of the target. */
  readonly target: string;
  readonly parts: readonly RuntimePart[];
  readonly packages: readonly BundledPackage[];
}

/** A CycloneDX 1.5 bill of materials as JSON: sorted and without a time, so that equal contents are equal bytes. */
export function sbomText({ version, target, parts, packages }: SbomSubject): string {
  const mneme = { name: "mneme", version, license: "MIT" };
  const properties = [{ name: "mneme:target", value: target }];
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...component("application", mneme, "generic"), properties } },
    components: [
      ...parts.map((part) => component(part.name === "deno" ? "platform" : "library", part, "generic")),
      ...packages.map((one) => {
        const [algorithm = "", digest = ""] = one.integrity.split("-", 2);
        const content = Uint8Array.fromBase64(digest).toHex();
        return {
          ...component("library", one, "npm"),
          hashes: [{ alg: algorithm.replace(/^sha/, "SHA-"), content }],
        };
      }),
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function component(type: "application" | "platform" | "library", part: Part, registry: "generic" | "npm") {
  const purl = `pkg:${registry}/${packageId(part).replace(/^@/, "%40")}`;
  const { name, version, license } = part;
  return { type, "bom-ref": purl, name, version, licenses: [{ expression: license }], purl };
}
