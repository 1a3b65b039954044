import { BuildError, firstComplaint, runDeno } from "./run_deno.ts";
import type { Executable } from "./executables.ts";
import { FIXED_TIME, type Layout, removeFolder } from "./files.ts";
import { starterText } from "./starter.ts";

const BUNDLE = ["bundle", "--quiet", "--frozen", "--minify", "--code-splitting"];
/**
 * Takes the packages' builds for browsers: the ones for servers reach for `node:` modules, and one such import in a chunk
 * that is never run still costs 30 ms, as the bundler shares its `createRequire`.
 */
const PLATFORM = ["--platform=browser", "--external=node:*"];

const STARTER = "start.js";
/** The page of `mneme view`: one script for browsers, which the command reads as a text. */
export const PAGE = { entry: "src/view/page/main.tsx", script: "page.js" };
/** Lie beside the code: texts of the command. */
const TEXTS = [
  "src/cli/registration/skill.txt",
  "src/cli/clients/opencode_plugin.txt",
  "src/cli/config/introduction.md",
  "src/view/page/page.css",
];

/** The program's code, ready to be compiled: files by name, and the module that begins it. */
export interface Bundle {
  readonly folder: string;
  readonly entry: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Bundles each executable into a folder of its own in the program's: dynamic imports become files that cost nothing
 * until they run. Every file has the same time and a name that does not depend on where the project lies, so that the
 * same sources give the same bytes.
 */
export async function bundleProgram(executables: readonly Executable[], layout: Layout): Promise<Bundle> {
  await removeFolder(layout.bundles);
  // The first alone: on a new machine it makes Deno fetch its bundler, which several at once would each do.
  const [first, ...others] = executables;
  const parts = first === undefined ? [] : [await bundleExecutable(first, layout)];
  parts.push(...await Promise.all(others.map((one) => bundleExecutable(one, layout))));
  const files = new Map<string, string>([
    [STARTER, starterText(executables)],
    [PAGE.script, await bundlePage(layout)],
  ]);
  for (const part of parts) for (const [name, text] of part) files.set(name, text);
  const texts = TEXTS.map((path) => `${layout.root}/${path}`);
  for (const path of [...texts, ...await tablesIn(`${layout.root}/src`)]) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (files.has(name)) {
      throw new BuildError(`Cannot lay ${path} beside the code: another file is called so`);
    }
    files.set(name, await Deno.readTextFile(path));
  }
  await replaceFiles(layout.bundles, files);
  return { folder: layout.bundles, entry: `${layout.bundles}/${STARTER}`, files };
}

/** The tables that code imports, wherever they are. */
async function tablesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await tablesIn(`${folder}/${name}`));
    else if (name.endsWith(".json")) found.push(`${folder}/${name}`);
  }
  return found.sort();
}

async function bundlePage({ root, bundles }: Layout): Promise<string> {
  const output = `${bundles}/${PAGE.script}`;
  const words = ["bundle", "--quiet", "--frozen", "--minify", "--platform=browser", "-o", output, PAGE.entry];
  const run = await runDeno(words, { cwd: root });
  if (!run.success) throw new BuildError(`Cannot bundle the page: ${firstComplaint(run.stderr)}`);
  return await Deno.readTextFile(output);
}

async function bundleExecutable(
  { name, entry }: Executable,
  layout: Layout,
): Promise<ReadonlyMap<string, string>> {
  const folder = `${layout.bundles}/${name}`;
  // Our tables stay files of their own, which the engine parses as JSON: as code each letter outside of ASCII is six signs.
  // Those of packages are required, which finds no file beside the code.
  const tables = (await tablesIn(`${layout.root}/src`)).map((path) =>
    `--external=*${path.slice(path.lastIndexOf("/"))}`
  );
  const run = await runDeno([...BUNDLE, ...PLATFORM, ...tables, "--outdir", folder, entry], {
    cwd: layout.root,
  });
  if (!run.success) throw new BuildError(`Cannot bundle ${name}: ${firstComplaint(run.stderr)}`);
  const texts = new Map<string, string>();
  for await (const file of Deno.readDir(folder)) {
    texts.set(file.name, await Deno.readTextFile(`${folder}/${file.name}`));
  }
  const main = entry.slice(entry.lastIndexOf("/") + 1).replace(/\.ts$/, ".js");
  return new Map(
    [...withStableNames(texts, main)].map(([file, text]) => [
      `${name}/${file}`,
      text.replaceAll(TABLE, '"../$1"'),
    ]),
  );
}

/** An import of a table, by its path in the sources; here all lie in the program's folder. */
const TABLE = /"[^"]*\/([^"/]+\.json)"(?=with\{type:"json"\})/g;

const HASHED = /^(.+)-[A-Z0-9]{8}\.js$/;
const REFERENCE = /"\.\/([^"/]+\.js)"/g;

/**
 * The files of a bundle with its chunks renamed to a count, in the order in which they are first mentioned. The
 * bundler's own names hash the paths of npm packages, so the same sources gave other bytes in another folder.
 */
export function withStableNames(files: ReadonlyMap<string, string>, entry: string): Map<string, string> {
  const names = new Map([[entry, entry]]);
  for (const name of names.keys()) { // grows while it is walked
    for (const [, mentioned = ""] of (files.get(name) ?? "").matchAll(REFERENCE)) {
      if (!files.has(mentioned) || names.has(mentioned)) continue;
      names.set(mentioned, mentioned.replace(HASHED, `$1-${names.size}.js`));
    }
  }
  const rename = (_mention: string, name: string) => `"./${names.get(name) ?? name}"`;
  return new Map(
    [...files].map(([name, text]) => [names.get(name) ?? name, text.replaceAll(REFERENCE, rename)]),
  );
}

async function replaceFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await removeFolder(folder);
  const folders = new Set([folder]);
  for (const [name, text] of files) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    await Deno.mkdir(parent, { recursive: true });
    folders.add(parent);
    await Deno.writeTextFile(path, text);
    await Deno.utime(path, FIXED_TIME, FIXED_TIME);
  }
  for (const one of [...folders].reverse()) await Deno.utime(one, FIXED_TIME, FIXED_TIME);
}
