// Bundles the code of all executables, and the texts and tables that they read, for `compile.ts`.
import { BuildError, requireDeno } from "./run_deno.ts";
import type { Executable } from "./executables.ts";
import { type Layout, removeFolder, writeEmbedded } from "./files.ts";
import { bundledEntry, starterText } from "./starter.ts";
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import type * as rollupModule from "rollup";

// A package's build for servers imports `node:` modules, which costs 30 ms even in a chunk that never runs.
const BUNDLE = ["bundle", "--quiet", "--frozen", "--minify", "--platform=browser"];

const STARTER = "start.js";
/** The page of `mneme view`: its main module, and the bundled script that the command reads as a text. */
export const PAGE = { entry: "src/view/page/main.tsx", script: "page.js" };
/** Matches the texts and tables below `src` that the program reads; those of `src/build` are for builds alone. */
const TEXTS = /^(?!build\/).*\.(?:css|json|md|sql|txt)$/;

/**
 * Returns the path of the program's main module, and the content of every file (code, too) by its name. Dynamic imports
 * become files of their own, loaded when they run. Equal sources give equal bytes.
 */
export async function bundleProgram(executables: readonly Executable[], layout: Layout) {
  await removeFolder(layout.bundles);
  // First and alone, because on a new machine this downloads Deno's bundler.
  const script = `${layout.bundles}/${PAGE.script}`;
  await requireDeno("bundle the page", [...BUNDLE, "-o", script, PAGE.entry], { cwd: layout.root });
  const sources = readdirSync(`${layout.root}/src`, { recursive: true, encoding: "utf8" });
  const paths = sources.map((path) => path.replaceAll("\\", "/")).filter((path) => TEXTS.test(path)).sort()
    .map((path) => `${layout.root}/src/${path}`);
  const tables = paths.filter((path) => path.endsWith(".json"));
  const parts = await Promise.all(executables.map((one) => bundleExecutable(one, tables, layout)));
  const files = new Map([
    [STARTER, starterText(executables)],
    [PAGE.script, await Deno.readTextFile(script)],
    ...parts.flatMap((part) => [...part]),
  ]);
  for (const path of paths) {
    const name = basename(path);
    if (files.has(name)) {
      throw new BuildError(`Cannot lay ${path} beside the code: another file has the same name`);
    }
    files.set(name, await Deno.readTextFile(path));
  }
  await removeFolder(layout.bundles); // what Deno's bundler wrote there
  for (const [name, text] of files) await writeEmbedded(`${layout.bundles}/${name}`, text);
  return { entry: `${layout.bundles}/${STARTER}`, files };
}

async function bundleExecutable({ name, entry }: Executable, tables: readonly string[], layout: Layout) {
  const folder = `${layout.bundles}/${name}`;
  // Our tables stay JSON files: in code, each letter outside of ASCII would take six characters.
  const external = tables.map((path) => `--external=*/${basename(path)}`);
  const words = [...BUNDLE, "--code-splitting", "--external=node:*", ...external, "--outdir", folder, entry];
  await requireDeno(`bundle ${name}`, words, { cwd: layout.root });
  // For a literal, Deno would download Rollup even if `deno task release` refuses its options.
  const rollupName: string = "rollup";
  const { rollup }: Pick<typeof rollupModule, "rollup"> = await import(rollupName);
  const bundle = await rollup({
    input: `${layout.bundles}/${bundledEntry({ name, entry })}`,
    external: (id) => id.startsWith("node:") || id.endsWith(".json"),
    logLevel: "silent",
    // Else Rollup turns `using a = b()` into `using a = a()` if nothing reads `a`. Hooks read all their resources.
    treeshake: name !== "mneme",
  });
  const { output } = await bundle.generate({
    compact: true,
    importAttributesKey: "with",
    paths: (id) => id.endsWith(".json") ? `../${basename(id)}` : id,
    // Joins small files of hooks, as loading one takes 0.1 ms. A joined file may import the entry, so an entry that
    // awaits at its top would wait for itself.
    experimentalMinChunkSize: name === "mneme" ? 1 : 20_000,
    // Without the bundler's hash, which depends on the build's folder. Rollup numbers equal names.
    chunkFileNames: ({ name }) => `${name.replace(/-[A-Z0-9]{8}$/, "")}.js`,
  });
  return new Map(output.map((one) => [`${name}/${one.fileName}`, one.type === "chunk" ? one.code : ""]));
}
