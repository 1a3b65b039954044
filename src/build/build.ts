import { GRAMMARS, provideAssets } from "./assets.ts";
import { bundleProgram } from "./bundle.ts";
import { executableName, nameAlso } from "../machine/files.ts";
import { type Compilation, compile, programCompilation } from "./compile.ts";
import { DEAF_VERSION } from "./deaf_variables.ts";
import { EXECUTABLES } from "./executables.ts";
import { digestOf, type Layout, readNote, removeFolder, statOrUndefined, writeNote } from "./files.ts";
import { provideRuntime } from "./runtime.ts";

/** Remembers of each output what it was made of, and how large it came out. */
type Record = { readonly [output: string]: { readonly fingerprint: string; readonly bytes: number } };

/** Makes the executables of `dist/` where anything about them changed; says what it did, line by line. */
export async function build(layout: Layout, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  await removeFolder(layout.out); // a killed build leaves its unfinished files there
  await Deno.mkdir(layout.out, { recursive: true });
  await removeStrangers(layout);
  const runtime = await provideRuntime(layout);
  say(`runtime: ${runtime.description}`);
  // The yardstick of every benchmark: a program that does nothing, and may do nothing.
  const empty = { entry: `${layout.root}/src/build/empty.ts`, flags: [], included: [] };
  const yardstick = { ...empty, output: `${layout.build}/empty-program/${executableName("empty")}`, runtime };
  await compileIfChanged(yardstick, new Map(), layout);
  const bundle = await bundleProgram(EXECUTABLES, layout);
  const grammars = await provideAssets(GRAMMARS, layout);
  const [first, ...others] = outputNames().map((name) => `${layout.dist}/${name}`);
  if (first === undefined) return;
  const program = { ...programCompilation(bundle, layout), output: first, runtime };
  const isNew = await compileIfChanged(program, new Map([...bundle.files, ...grammars]), layout);
  const { size } = await Deno.stat(first);
  for (const name of others) {
    if (isNew || (await statOrUndefined(name))?.size !== size) nameAlso(first, [name]);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `${EXECUTABLES.length} executables, one file of ${(size / 1e6).toFixed(1)} MB, ` +
      (isNew ? `compiled in ${seconds} s` : "unchanged"),
  );
}

/** Compiles and returns true, or does nothing where the files, the flags and the runtime are those of last time. */
async function compileIfChanged(
  compilation: Compilation,
  files: ReadonlyMap<string, string>,
  layout: Layout,
): Promise<boolean> {
  const { output, flags, runtime } = compilation;
  const record = readNote<Record>(layout.record) ?? {};
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const made = JSON.stringify([flags, runtime.identity, Deno.version.deno, DEAF_VERSION, sorted]);
  const fingerprint = await digestOf("SHA-256", new TextEncoder().encode(made));
  const last = record[output];
  if (last?.fingerprint === fingerprint && (await statOrUndefined(output))?.size === last.bytes) return false;
  await compile(compilation, layout);
  writeNote(layout.record, { ...record, [output]: { fingerprint, bytes: (await Deno.stat(output)).size } });
  return true;
}

/** Names the files that a build makes, in the order of the table. */
export function outputNames(system: typeof Deno.build.os = Deno.build.os): string[] {
  return EXECUTABLES.map(({ name }) => executableName(name, system));
}

/** An executable that left the table must not stay behind and be installed. */
async function removeStrangers(layout: Layout): Promise<void> {
  if ((await statOrUndefined(layout.dist)) === undefined) return;
  const ours = new Set(outputNames());
  for await (const { name } of Deno.readDir(layout.dist)) {
    if (!ours.has(name)) await Deno.remove(`${layout.dist}/${name}`, { recursive: true });
  }
}
