import { grammarFiles } from "../core/code/grammars.ts";
import { BuildError } from "./build_error.ts";
import { digestOf } from "./digest.ts";
import { statOrUndefined } from "./files.ts";
import type { Layout } from "./layout.ts";
import { firstComplaint, runDeno } from "./run_deno.ts";
import { FIXED_TIME } from "./fixed_time.ts";

/** Files of an npm package that an executable holds beside its code. */
export interface Assets {
  /** A name in `deno.json`'s imports, so that version and hash are those of the lock file. */
  readonly package: string;
  readonly files: readonly string[];
}

/** tree-sitter's own program and a grammar for each language of the code index, as they are published. */
export const GRAMMARS: readonly Assets[] = [
  { package: "web-tree-sitter", files: ["tree-sitter.wasm"] },
  { package: "@vscode/tree-sitter-wasm", files: grammarFiles().map((name) => `wasm/${name}.wasm`) },
];

/** Puts the files into the layout's folder of grammars, where the compiler finds them; their digests by name. */
export async function provideAssets(
  wanted: readonly Assets[],
  layout: Layout,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const assets of wanted) {
    const folder = await packageFolder(assets.package, layout);
    for (const file of assets.files) {
      const name = file.slice(file.lastIndexOf("/") + 1);
      const bytes = await readAsset(folder, file);
      const digest = await digestOf("SHA-256", bytes);
      await keep(`${layout.grammars}/${name}`, bytes, digest);
      digests.set(name, digest);
    }
  }
  if (wanted.length > 0) await Deno.utime(layout.grammars, FIXED_TIME, FIXED_TIME);
  return digests;
}

/** Where Deno keeps the package, which it fetches first where it must and checks against the lock file. */
async function packageFolder(name: string, { root }: Layout): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
  const specifier = imports[name];
  const run = await runDeno(["info", "--json", "--frozen", specifier], { cwd: root });
  const found = run.success ? Object.values(JSON.parse(run.stdout).npmPackages) : [];
  const { localPath } = (found as { name: string; localPath?: string }[]).find((one) => one.name === name) ??
    {};
  if (localPath !== undefined) return localPath;
  throw new BuildError(
    `Cannot fetch ${specifier}: ${firstComplaint(run.stderr)}; see that npm can be reached`,
  );
}

async function readAsset(folder: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(`${folder}/${file}`);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new BuildError(`Cannot find ${folder}/${file}; remove ${folder} and build again`);
  }
}

/** A file that is there already stays: tests may be reading it. Its time and mode may be embedded, like its bytes. */
async function keep(path: string, bytes: Uint8Array, digest: string): Promise<void> {
  const isThere = (await statOrUndefined(path))?.size === bytes.length;
  if (!isThere || (await digestOf("SHA-256", await Deno.readFile(path))) !== digest) {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(`${path}.new`, bytes);
    await Deno.rename(`${path}.new`, path);
  }
  await Deno.chmod(path, 0o644);
  await Deno.utime(path, FIXED_TIME, FIXED_TIME);
}
