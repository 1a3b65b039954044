import { basename, dirname } from "node:path";
import { replaceFile } from "../machine/files.ts";
import type { Bundle } from "./bundle.ts";
import { deafenFile } from "./deaf_variables.ts";
import { GRANTED } from "./executables.ts";
import type { Layout } from "./files.ts";
import { BuildError, firstComplaint, runDeno } from "./run_deno.ts";
import type { CompileRuntime } from "./recovered_runtime.ts";

// The default code cache lies at a predictable path in the temporary folder, where another user could poison it.
const COMPILE = ["compile", "--quiet", "--no-check", "--no-code-cache", "--no-prompt", "--frozen"];

/**
 * The options with which the engine starts. A hook is gone before V8's helper threads could help it, and starting them
 * costs 0.4 ms. With 16 MB for new objects nothing has to be collected. A stop of 50 messages takes 12 ms less when
 * only functions that are called thousands of times are optimised.
 */
const ENGINE = [
  "--single-threaded",
  "--no-sparkplug",
  "--min-semi-space-size=16",
  "--invocation-count-for-maglev=4000",
  "--invocation-count-for-maglev-osr=1000",
].join(",");

/** The program's permissions and engine, as `deno compile` takes them. */
export const PROGRAM_FLAGS: readonly string[] = [
  `--v8-flags=${ENGINE}`,
  "--allow-read",
  "--allow-write",
  ...GRANTED.map((permission) => `--allow-${permission}`),
];

/** Says what is compiled, for which system, and where it goes. */
export interface Compilation {
  readonly entry: string;
  readonly flags: readonly string[];
  /** Files and folders that lie beside the code. */
  readonly included: readonly string[];
  readonly output: string;
  readonly runtime: CompileRuntime;
  /** The system, as `deno compile` calls it; this one without. */
  readonly target?: string;
}

/** The compilation of the program from its bundle, to be put at `output`. */
export function programCompilation(
  bundle: Bundle,
  layout: Layout,
): Pick<Compilation, "entry" | "flags" | "included"> {
  return {
    entry: bundle.entry,
    flags: PROGRAM_FLAGS,
    included: [layout.grammars, ...[...bundle.files.keys()].map((name) => `${bundle.folder}/${name}`)],
  };
}

/** Compiles and puts the executable into its place in one step: one that is running goes on. */
export async function compile(compilation: Compilation, layout: Layout): Promise<void> {
  const { entry, flags, included, output, runtime, target } = compilation;
  const name = basename(output);
  const unfinished = `${layout.out}/${name}`;
  const words = [
    ...COMPILE,
    ...target === undefined ? [] : [`--target=${target}`],
    ...included.map((path) => `--include=${path}`),
    ...flags,
    ...["-o", unfinished, entry],
  ];
  const env = runtime.path === undefined ? {} : { env: { DENORT_BIN: runtime.path } };
  const run = await runDeno(words, { cwd: layout.root, ...env });
  if (!run.success) throw new BuildError(`Cannot compile ${name}: ${firstComplaint(run.stderr)}`);
  if (flags === PROGRAM_FLAGS) await deafenFile(unfinished);
  await Deno.mkdir(dirname(output), { recursive: true });
  replaceFile(unfinished, output);
}
