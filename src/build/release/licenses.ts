import { type BundledPackage, packageId } from "./bundled_packages.ts";
import { RUNTIME_LICENSES, type RuntimePart } from "./runtime_parts.ts";

const LICENSE_FILE = /^(licen[cs]e|copying|notice|third-?party)/i;

/** The text of THIRD_PARTY_LICENSES.md: the runtime's parts, then each package with the licence files it comes with. */
export async function licensesText(
  parts: readonly RuntimePart[],
  packages: readonly BundledPackage[],
): Promise<string> {
  const sections = [
    "# Third-party licences",
    "The executables of mneme hold the parts below. mneme itself is under the licence in the file LICENSE.",
    ...parts.map(partSection),
    ...await Promise.all(packages.map(packageSection)),
  ];
  return `${sections.join("\n\n")}\n`;
}

function partSection({ name, version, license, homepage, copyright }: RuntimePart): string {
  const text = RUNTIME_LICENSES[license];
  const lines = [`## ${name} ${version} (${license})`, homepage, copyright];
  return (text === undefined ? lines : [...lines, fenced(text)]).join("\n\n");
}

async function packageSection(one: BundledPackage): Promise<string> {
  const texts = await licenseTexts(one.folder);
  const body = texts.length > 0
    ? texts.map(fenced)
    : [`The package names its licence, ${one.license}, and comes without its text.`];
  return [`## ${packageId(one)} (${one.license})`, ...body].join("\n\n");
}

async function licenseTexts(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name, isFile }) => isFile ? name : "");
  const found = names.filter((name) => LICENSE_FILE.test(name)).sort();
  return await Promise.all(found.map((name) => Deno.readTextFile(`${folder}/${name}`)));
}

/** A licence may be Markdown itself: fenced, its headings are not ours. */
function fenced(text: string): string {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n").trim();
  return `~~~~text\n${lines}\n~~~~`;
}
