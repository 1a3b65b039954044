import { hash } from "node:crypto";
import { basename } from "node:path";
import { grammarFiles } from "../code/grammars.ts";
import { FIXED_TIME, type Layout, writeEmbedded } from "./files.ts";
import { BuildError, type InfoPackage, requireDeno } from "./run_deno.ts";

/**
 * Files of npm packages that are embedded in the executable beside its code, as published: tree-sitter and a grammar for
 * each language of the code index. The packages are named in the imports of `deno.json`, so that the lock file determines
 * version and hash.
 */
export const GRAMMARS = [
  { package: "web-tree-sitter", files: ["tree-sitter.wasm"] },
  { package: "@vscode/tree-sitter-wasm", files: grammarFiles().map((name) => `wasm/${name}.wasm`) },
];

/** Copies files into the folder `grammars`, from which the compiler embeds them. Returns their digests by name. */
export async function provideAssets(
  wanted: readonly { readonly package: string; readonly files: readonly string[] }[],
  layout: Layout,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const assets of wanted) {
    const folder = await packageFolder(assets.package, layout);
    for (const file of assets.files) {
      const name = basename(file);
      const bytes = await Deno.readFile(`${folder}/${file}`).catch((cause) => {
        if (!(cause instanceof Deno.errors.NotFound)) throw cause;
        throw new BuildError(`Cannot find ${folder}/${file}; remove ${folder} and build again`);
      });
      await writeEmbedded(`${layout.grammars}/${name}`, bytes);
      digests.set(name, hash("sha256", bytes));
    }
  }
  await Deno.utime(layout.grammars, FIXED_TIME, FIXED_TIME);
  return digests;
}

/** Returns the folder of a package in Deno's cache. Deno downloads it if needed and checks it with the lock file. */
async function packageFolder(name: string, { root }: Layout): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
  const specifier = imports[name];
  const words = ["info", "--json", "--frozen", specifier];
  const options = { cwd: root, advice: "see that npm can be reached" };
  const { npmPackages } = JSON.parse(await requireDeno(`fetch ${specifier}`, words, options));
  return Object.values<InfoPackage>(npmPackages).find((one) => one.name === name)?.localPath ?? "";
}
