// Finds the third-party software in the executables and writes its licences.
import { GRAMMARS } from "./assets.ts";
import { PAGE } from "./bundle.ts";
import { EXECUTABLES } from "./executables.ts";
import { BuildError, type InfoPackage, requireDeno } from "./run_deno.ts";
import parts from "./runtime_parts.json" with { type: "json" };

/** `license` is an SPDX identifier or, for a package, an SPDX expression. */
type Part = Readonly<Record<"name" | "version" | "license", string>>;

type RuntimeParts = ReturnType<typeof runtimeParts>;

/** Returns Deno, SQLite and V8 in the versions of the running Deno, which is also the embedded one. */
export function runtimeParts() {
  const versions: Readonly<Record<string, string | undefined>> = { ...process.versions, ...Deno.version };
  return parts.map((part) => ({ ...part, version: versions[part.name] ?? "unknown" }));
}

type BundledPackage = Part & { readonly folder: string };

export const packageId = ({ name, version }: Pick<Part, "name" | "version">): string => `${name}@${version}`;

export async function bundledPackages(root: string): Promise<BundledPackage[]> {
  const known: Record<string, InfoPackage> = {};
  const ids = new Set<string>();
  const embedded = new Set(GRAMMARS.map((assets) => assets.package));
  for (const { entry } of [...EXECUTABLES, PAGE]) {
    const options = { cwd: root, advice: "run deno install" };
    const { modules, npmPackages } = JSON.parse(
      await requireDeno(`list the packages of ${entry}`, ["info", "--json", "--frozen", entry], options),
    );
    Object.assign(known, npmPackages);
    for (const { npmPackage } of modules) if (npmPackage !== undefined) ids.add(npmPackage);
    for (const id of Object.keys(npmPackages)) if (embedded.has(npmPackages[id].name)) ids.add(id);
  }
  for (const id of ids) { // the loop also visits ids that it adds
    for (const need of known[id]?.dependencies ?? []) ids.add(need);
  }
  const packages = new Map<string, BundledPackage>();
  for (const id of ids) {
    const { localPath: folder, name = "", version = "" } = known[id] ?? {};
    if (folder === undefined) {
      throw new BuildError(`Cannot name the licence of ${id}: it is not in Deno's cache; run deno install`);
    }
    const { license } = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
    const found = { name, version, license: typeof license === "string" ? license : "NOASSERTION", folder };
    packages.set(packageId(found), found);
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

const LICENSES = `${import.meta.dirname}/licenses`;

/** Returns THIRD_PARTY_LICENSES.md. SQLite's "blessing" and some packages have no licence text. */
export async function licensesText(parts: RuntimeParts, packages: readonly BundledPackage[]) {
  const sections = [
    "# Third-party licences",
    "The executables of mneme hold the parts below. mneme itself is under the licence in the file LICENSE.",
  ];
  for (const { name, version, license, homepage, copyright } of parts) {
    const texts = await licenseTexts(LICENSES, new RegExp(`^${license}\\.`));
    sections.push(`## ${name} ${version} (${license})`, homepage, copyright, ...texts);
  }
  for (const one of packages) {
    const own = await licenseTexts(one.folder, /^(licen[cs]e|copying|notice|third-?party)/i);
    const texts = own.length > 0 ? own : await licenseTexts(LICENSES, new RegExp(`^${one.license}\\.`));
    const none = `The package names its licence, ${one.license}, and comes without its text.`;
    sections.push(`## ${packageId(one)} (${one.license})`, ...texts.length > 0 ? texts : [none]);
  }
  return `${sections.join("\n\n")}\n`;
}

/** Returns licence texts as fenced code, because a text may contain Markdown headings. */
async function licenseTexts(folder: string, wanted: RegExp): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name, isFile }) => isFile ? name : "");
  return await Promise.all(
    names.filter((name) => wanted.test(name)).sort().map(async (name) => {
      const text = await Deno.readTextFile(`${folder}/${name}`);
      return `~~~~text\n${text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n").trim()}\n~~~~`;
    }),
  );
}
