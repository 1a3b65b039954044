// Builds `dist/` for this machine: the task `deno task build`.
import { hash } from "node:crypto";
import { parseJson } from "../base/json.ts";
import { entriesOf, executableName, hardLink, infoOf, textOf, writeAtomic } from "../machine/files.ts";
import { type Compilation, compile, programCompilation } from "./compile.ts";
import { IGNORED_VARIABLES_VERSION } from "./ignored_variables.ts";
import { EXECUTABLES, outputNames } from "./executables.ts";
import { type Layout, removeFolder } from "./files.ts";
import { provideRuntime } from "./runtime.ts";

/** By output: a digest of the files, flags and versions that it was made from, and its size in bytes. */
type BuildRecord = { readonly [output: string]: { readonly fingerprint: string; readonly bytes: number } };

export async function build(layout: Layout, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  await removeFolder(layout.unfinished); // of a killed build
  await Deno.mkdir(layout.unfinished, { recursive: true });
  // Removes all that is not an executable of this version, such as one that only an older version made.
  const unknown = entriesOf(layout.dist).filter(({ name }) => !outputNames().includes(name));
  for (const { name } of unknown) await Deno.remove(`${layout.dist}/${name}`, { recursive: true });
  const runtime = await provideRuntime(layout);
  say(`runtime: ${runtime.description}`);
  // Benchmarks divide the times of the executables by the time of this program, which does nothing.
  const emptyProgram = {
    entry: `${layout.root}/src/build/empty.ts`,
    flags: [],
    included: [],
    output: `${layout.build}/empty-program/${executableName("empty")}`,
    runtime,
  };
  await compileIfChanged(emptyProgram, new Map(), layout);
  const { program, files } = await programCompilation(layout);
  const [first = "", ...others] = outputNames().map((name) => `${layout.dist}/${name}`);
  const isNew = await compileIfChanged({ ...program, output: first, runtime }, files, layout);
  const { size } = await Deno.stat(first);
  hardLink(first, others.filter((name) => isNew || infoOf(name)?.size !== size)); // else what a killed build left out
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `${EXECUTABLES.length} executables, one file of ${(size / 1e6).toFixed(1)} MB, ` +
      (isNew ? `compiled in ${seconds} s` : "unchanged"),
  );
}

/** Compiles and returns true; returns false if files, flags and runtime are those of the last time. */
async function compileIfChanged(
  compilation: Compilation,
  files: ReadonlyMap<string, string>,
  layout: Layout,
): Promise<boolean> {
  const { output, flags, runtime } = compilation;
  const record = (parseJson(textOf(layout.record) ?? "") ?? {}) as BuildRecord;
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const versions = [runtime.identity, Deno.version.deno, IGNORED_VARIABLES_VERSION];
  const fingerprint = hash("sha256", JSON.stringify([flags, ...versions, sorted]));
  const last = record[output];
  if (last?.fingerprint === fingerprint && infoOf(output)?.size === last.bytes) return false;
  await compile(compilation, layout);
  const now: BuildRecord = { ...record, [output]: { fingerprint, bytes: (await Deno.stat(output)).size } };
  writeAtomic(layout.record, JSON.stringify(now));
  return true;
}
