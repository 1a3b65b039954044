import { provideAssets } from "./assets.ts";
import { BuildError } from "./build_error.ts";
import { bundleProgram, compileProgram } from "./compile.ts";
import { compileFlags } from "./compile_flags.ts";
import { EMPTY_PROGRAM, type Executable, EXECUTABLES } from "./executables.ts";
import { removeFolder, statOrUndefined } from "./files.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Layout } from "./layout.ts";
import { readNote, writeNote } from "./notes.ts";
import { type Program, programsOf } from "./programs.ts";
import { provideRuntime } from "./provision.ts";
import type { CompileRuntime } from "./runtime.ts";

/** Two, since each holds a runtime of over 100 MB in memory. */
const AT_ONCE = 2;

/** What was made, by name: how, and how large it came out. */
type Built = Record<string, { readonly fingerprint: string; readonly bytes: number }>;

interface Builder {
  readonly layout: Layout;
  readonly runtime: CompileRuntime;
  readonly built: Built;
  readonly say: (line: string) => void;
}

/** Makes the named executables, or all, where anything about them changed; says what it did, line by line. */
export async function build(
  layout: Layout,
  names: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const wanted = chosen(names);
  await requireEntries(wanted, layout);
  await removeFolder(layout.out); // a killed build leaves its unfinished files there
  await Deno.mkdir(layout.out, { recursive: true });
  await removeStrangers(layout);
  const runtime = await provideRuntime(layout);
  say(`runtime: ${runtime.description}`);
  const builder: Builder = { layout, runtime, built: (await readNote<Built>(layout.record)) ?? {}, say };
  // Alone and first: on a new machine it makes Deno fetch its bundler, which two at once would do twice.
  await buildOne(builder, { name: EMPTY_PROGRAM.name, members: [EMPTY_PROGRAM] });
  const programs = programsOf(EXECUTABLES).filter(({ members }) =>
    members.some((one) => wanted.includes(one))
  );
  const compiled = await buildAll(builder, programs);
  const bytes = programs.reduce((sum, { name }) => sum + (builder.built[name]?.bytes ?? 0), 0);
  const count = programs.reduce((sum, { members }) => sum + members.length, 0);
  say(`${count} ${count === 1 ? "executable" : "executables"}, ${size(bytes)}, ${compiled} compiled`);
}

function chosen(names: readonly string[]): readonly Executable[] {
  if (names.length === 0) return EXECUTABLES;
  return names.map((name) => {
    const executable = EXECUTABLES.find((row) => row.name === name);
    if (executable !== undefined) return executable;
    const known = EXECUTABLES.map((row) => row.name).join(", ");
    throw new BuildError(`Cannot build "${name}": there is no such executable; choose from ${known}`);
  });
}

async function requireEntries(wanted: readonly Executable[], layout: Layout): Promise<void> {
  const missing: string[] = [];
  for (const { entry } of wanted) {
    if ((await statOrUndefined(`${layout.root}/${entry}`)) === undefined) missing.push(entry);
  }
  if (missing.length === 0) return;
  throw new BuildError(
    `Cannot build: ${missing.join(", ")} not found; write it, or take its row out of the table`,
  );
}

/** An executable that left the table must not stay behind and be installed. */
async function removeStrangers(layout: Layout): Promise<void> {
  if ((await statOrUndefined(layout.dist)) === undefined) return;
  const ours = new Set(EXECUTABLES.map(({ output }) => output));
  for await (const entry of Deno.readDir(layout.dist)) {
    if (!ours.has(`dist/${entry.name}`)) {
      await Deno.remove(`${layout.dist}/${entry.name}`, { recursive: true });
    }
  }
}

/** How many had to be compiled. After a failure nothing new is begun, but what has begun is waited for. */
async function buildAll(builder: Builder, programs: readonly Program[]): Promise<number> {
  const queue = [...programs];
  let compiled = 0;
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (await buildOne(builder, next)) compiled++;
    }
  };
  const work = Array.from({ length: AT_ONCE }, () =>
    worker().catch((error) => {
      queue.length = 0;
      throw error;
    }));
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
  return compiled;
}

/** Whether it had to be compiled. */
async function buildOne(builder: Builder, program: Program): Promise<boolean> {
  const { layout, runtime, built, say } = builder;
  const started = performance.now();
  const bundle = await bundleProgram(program, layout);
  const assets = await provideAssets(program.members.flatMap((one) => one.assets ?? []), layout);
  const files = new Map([...bundle.files, ...assets]);
  const fingerprint = await fingerprintFor(program, files, runtime);
  const last = built[program.name];
  if (last?.fingerprint === fingerprint && await areWhole(program, last.bytes, layout)) return false;
  await compileProgram(program, bundle, { layout, runtime });
  const outputs = program.members.map(({ output }) => output);
  const bytes = (await Deno.stat(`${layout.root}/${outputs[0]}`)).size;
  built[program.name] = { fingerprint, bytes };
  writeNote(layout.record, built);
  say(`${outputs.join(" ")}  ${((performance.now() - started) / 1000).toFixed(1)} s  ${size(bytes)}`);
  return true;
}

/** Whether every name of the program has a file of this size. */
async function areWhole({ members }: Program, bytes: number, layout: Layout): Promise<boolean> {
  for (const { output } of members) {
    if ((await statOrUndefined(`${layout.root}/${output}`))?.size !== bytes) return false;
  }
  return true;
}

async function fingerprintFor(
  { members }: Program,
  files: ReadonlyMap<string, string>,
  runtime: CompileRuntime,
): Promise<string> {
  return await fingerprintOf({
    files,
    flags: members.slice(0, 1).flatMap(compileFlags),
    output: members.map(({ output }) => output).join(" "),
    runtime: runtime.identity,
    denoVersion: Deno.version.deno,
  });
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
