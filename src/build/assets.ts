// Copies files of npm packages, as published, for embedding beside the code: tree-sitter and its grammars.
import { hash } from "node:crypto";
import { basename } from "node:path";
import { grammarFiles } from "../code/grammars.ts";
import { FIXED_TIME, type Layout, writeEmbedded } from "./files.ts";
import { type InfoPackage, requireDeno } from "./run_deno.ts";

/** `deno.json` imports each package, so that the lock file fixes its version and hash. */
export const GRAMMARS = [
  { package: "web-tree-sitter", files: ["tree-sitter.wasm"] },
  { package: "@vscode/tree-sitter-wasm", files: grammarFiles().map((name) => `wasm/${name}.wasm`) },
];

/** Copies the wanted files into the folder `grammars`. Returns their SHA-256 digests by file name. */
export async function provideAssets(
  wanted: readonly { readonly package: string; readonly files: readonly string[] }[],
  layout: Layout,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const assets of wanted) {
    const folder = await packageFolder(assets.package, layout);
    for (const file of assets.files) {
      const name = basename(file);
      const bytes = await Deno.readFile(`${folder}/${file}`);
      await writeEmbedded(`${layout.grammars}/${name}`, bytes);
      digests.set(name, hash("sha256", bytes));
    }
  }
  await Deno.utime(layout.grammars, FIXED_TIME, FIXED_TIME);
  return digests;
}

async function packageFolder(name: string, { root }: Layout): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
  const specifier = imports[name];
  const words = ["info", "--json", "--frozen", specifier];
  const options = { cwd: root, advice: "see that npm can be reached" };
  const { npmPackages } = JSON.parse(await requireDeno(`fetch ${specifier}`, words, options));
  return Object.values<InfoPackage>(npmPackages).find((one) => one.name === name)?.localPath ?? "";
}
