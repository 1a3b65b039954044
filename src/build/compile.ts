// Runs `deno compile` with the permissions and engine options of the program.
import { basename, dirname } from "node:path";
import { replaceFile } from "../machine/files.ts";
import { GRAMMARS, provideAssets } from "./assets.ts";
import { bundleProgram } from "./bundle.ts";
import { ignoreVariables } from "./ignored_variables.ts";
import { EXECUTABLES, GRANTED } from "./executables.ts";
import type { Layout } from "./files.ts";
import { requireDeno } from "./run_deno.ts";
import type { CompileRuntime } from "./recovered_runtime.ts";

// No code cache: its path in the temporary folder can be guessed, so another user could put code there.
const COMPILE = ["compile", "--quiet", "--no-check", "--no-code-cache", "--no-prompt", "--frozen"];

/** The options of V8. A hook is short, so preparations for a longer run cost it more than they bring. */
const ENGINE = [
  "--single-threaded", // starts no helper threads, which would take 0.4 ms
  "--no-sparkplug", // skips the compiler between the interpreter and the optimising one, Maglev
  "--min-semi-space-size=16", // collects no garbage below 16 MB of new objects
  "--invocation-count-for-maglev=4000", // optimises a function after so many calls: a stop took 12 ms less
  "--invocation-count-for-maglev-osr=1000", // the same for a function that is still in a loop
  "--no-regexp-peephole-optimization", // does not optimise the bytecode of regular expressions
  "--regexp-tier-up-ticks=10", // compiles them to machine code after ten matches, or one in 1,000 units
].join(",");

export const PROGRAM_FLAGS: readonly string[] = [
  `--v8-flags=${ENGINE}`,
  "--allow-read",
  "--allow-write",
  ...GRANTED.map((permission) => `--allow-${permission}`),
];

export interface Compilation {
  readonly entry: string;
  readonly flags: readonly string[];
  readonly included: readonly string[];
  readonly output: string;
  readonly runtime: CompileRuntime;
  /** The target triple; this machine's if absent. */
  readonly target?: string;
}

/** Makes code and grammars. Returns the part of a compilation that is the same for all systems, and the files. */
export async function programCompilation(layout: Layout) {
  const { entry, files } = await bundleProgram(EXECUTABLES, layout);
  const grammars = await provideAssets(GRAMMARS, layout);
  const paths = files.keys().map((name) => `${layout.bundles}/${name}`);
  const program = { entry, flags: PROGRAM_FLAGS, included: [layout.grammars, ...paths] };
  return { program, files: new Map([...files, ...grammars]) };
}

/** Compiles, then renames the result into place: a running older executable is not affected. */
export async function compile(compilation: Compilation, layout: Layout): Promise<void> {
  const { entry, flags, included, output, runtime, target } = compilation;
  const name = basename(output);
  const unfinished = `${layout.unfinished}/${name}`;
  const args = [
    ...COMPILE,
    ...target === undefined ? [] : [`--target=${target}`],
    ...included.map((path) => `--include=${path}`),
    ...flags,
    ...["-o", unfinished, entry],
  ];
  const env = runtime.path === undefined ? {} : { env: { DENORT_BIN: runtime.path } };
  await requireDeno(`compile ${name}`, args, { cwd: layout.root, ...env });
  if (flags === PROGRAM_FLAGS) await ignoreVariables(unfinished); // the empty program of benchmarks stays as Deno makes it
  await Deno.mkdir(dirname(output), { recursive: true });
  replaceFile(unfinished, output);
}
