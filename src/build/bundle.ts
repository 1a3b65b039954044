import { BuildError, requireDeno } from "./run_deno.ts";
import type { Executable } from "./executables.ts";
import { type Layout, removeFolder, writeEmbedded } from "./files.ts";
import { bundledEntry, starterText } from "./starter.ts";
import { readdirSync } from "node:fs";
import { basename } from "node:path";

const BUNDLE = ["bundle", "--quiet", "--frozen", "--minify", "--code-splitting"];
/**
 * Selects the packages' builds for browsers, because the builds for servers import `node:` modules. Such an import
 * delays the start by 30 ms even in a chunk that is never loaded, because the bundler shares `createRequire` among the
 * chunks.
 */
const PLATFORM = ["--platform=browser", "--external=node:*"];

const STARTER = "start.js";
/** The script of the page of `mneme view`. The command reads it as a text. */
export const PAGE = { entry: "src/view/page/main.tsx", script: "page.js" };
/** Texts of the command, which are embedded beside the code. */
const TEXTS = [
  "src/cli/registration/skill.txt",
  "src/cli/clients/opencode_plugin.txt",
  "src/cli/config/introduction.md",
  "src/view/page/page.css",
];

/** The code of the program, ready to be compiled: the files by name, and the main module. */
export type Bundle = Awaited<ReturnType<typeof bundleProgram>>;

/**
 * Bundles each executable into a subfolder of `bundles`. Dynamic imports become separate files (chunks), which are loaded
 * only when they run. All files have the same time, and names that do not depend on the project's path, so that equal
 * sources give equal bytes.
 */
export async function bundleProgram(executables: readonly Executable[], layout: Layout) {
  await removeFolder(layout.bundles);
  // The page is bundled first and alone: on a new machine this run downloads Deno's bundler, which parallel runs would
  // all do.
  const page = await bundlePage(layout);
  const paths = readdirSync(`${layout.root}/src`, { recursive: true, encoding: "utf8" });
  const tables = paths.filter((path) => path.endsWith(".json")).sort()
    .map((path) => `${layout.root}/src/${path.replaceAll("\\", "/")}`);
  const parts = await Promise.all(executables.map((one) => bundleExecutable(one, tables, layout)));
  const files = new Map([
    [STARTER, starterText(executables)],
    [PAGE.script, page],
    ...parts.flatMap((part) => [...part]),
  ]);
  const texts = TEXTS.map((path) => `${layout.root}/${path}`);
  for (const path of [...texts, ...tables]) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (files.has(name)) {
      throw new BuildError(`Cannot lay ${path} beside the code: another file has the same name`);
    }
    files.set(name, await Deno.readTextFile(path));
  }
  await removeFolder(layout.bundles);
  for (const [name, text] of files) await writeEmbedded(`${layout.bundles}/${name}`, text);
  return { folder: layout.bundles, entry: `${layout.bundles}/${STARTER}`, files };
}

async function bundlePage({ root, bundles }: Layout): Promise<string> {
  const output = `${bundles}/${PAGE.script}`;
  const words = ["bundle", "--quiet", "--frozen", "--minify", "--platform=browser", "-o", output, PAGE.entry];
  await requireDeno("bundle the page", words, { cwd: root });
  return await Deno.readTextFile(output);
}

async function bundleExecutable({ name, entry }: Executable, tables: readonly string[], layout: Layout) {
  const folder = `${layout.bundles}/${name}`;
  // The tables stay separate files, which V8 parses as JSON: in code each letter outside of ASCII takes six characters.
  // Tables of packages are bundled, because packages load them with `require`.
  const external = tables.map((path) => `--external=*${path.slice(path.lastIndexOf("/"))}`);
  const words = [...BUNDLE, ...PLATFORM, ...external, "--outdir", folder, entry];
  await requireDeno(`bundle ${name}`, words, { cwd: layout.root });
  const texts = new Map<string, string>();
  for await (const file of Deno.readDir(folder)) {
    texts.set(file.name, await Deno.readTextFile(`${folder}/${file.name}`));
  }
  const named = withStableNames(texts, basename(bundledEntry({ name, entry })));
  return new Map(
    named.entries().map(([file, text]) => [`${name}/${file}`, text.replaceAll(TABLE_IMPORT, '"../$1"')]),
  );
}

/** Matches an import of a table by its path in the sources. In the bundle all tables are in the main folder. */
const TABLE_IMPORT = /"[^"]*\/([^"/]+\.json)"(?=with\{type:"json"\})/g;

/** Matches a chunk's name with the bundler's hash. */
const HASHED = /^(.+)-[A-Z0-9]{8}\.js$/;
const REFERENCE = /"\.\/([^"/]+\.js)"/g;

/**
 * Returns the files of a bundle with the hashes in the chunks' names replaced by numbers, in the order in which the names
 * first occur. The hashes depend on the paths of npm packages, and therefore on the folder in which the build runs.
 */
export function withStableNames(files: ReadonlyMap<string, string>, entry: string): Map<string, string> {
  const names = new Map([[entry, entry]]);
  for (const name of names.keys()) { // the loop also visits names that it adds
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
