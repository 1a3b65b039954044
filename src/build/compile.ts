import { basename, dirname } from "node:path";
import { replaceFile } from "../machine/files.ts";
import type { Bundle } from "./bundle.ts";
import { ignoreVariables } from "./ignored_variables.ts";
import { GRANTED } from "./executables.ts";
import type { Layout } from "./files.ts";
import { requireDeno } from "./run_deno.ts";
import type { CompileRuntime } from "./recovered_runtime.ts";

// No code cache, because its path in the temporary folder is predictable: another user could put harmful code there.
const COMPILE = ["compile", "--quiet", "--no-check", "--no-code-cache", "--no-prompt", "--frozen"];

/**
 * The options of V8. A hook ends before V8's helper threads could help it, and starting them takes 0.4 ms. With 16 MB for
 * new objects, a hook needs no garbage collection. The hook `stop` is 12 ms faster with 50 messages if only functions that
 * are called thousands of times are optimised.
 */
const ENGINE = [
  "--single-threaded",
  "--no-sparkplug",
  "--min-semi-space-size=16",
  "--invocation-count-for-maglev=4000",
  "--invocation-count-for-maglev-osr=1000",
].join(",");

/** The options of `deno compile` for the program: permissions and V8. */
export const PROGRAM_FLAGS: readonly string[] = [
  `--v8-flags=${ENGINE}`,
  "--allow-read",
  "--allow-write",
  ...GRANTED.map((permission) => `--allow-${permission}`),
];

/** The input and output of one run of `deno compile`. */
export interface Compilation {
  readonly entry: string;
  readonly flags: readonly string[];
  /** The files and folders that are embedded beside the code. */
  readonly included: readonly string[];
  readonly output: string;
  readonly runtime: CompileRuntime;
  /** The target triple; this machine's if absent. */
  readonly target?: string;
}

/** Returns the part of the compilation that is the same for all systems. */
export function programCompilation({ entry, folder, files }: Bundle, layout: Layout) {
  const paths = files.keys().map((name) => `${folder}/${name}`);
  return { entry, flags: PROGRAM_FLAGS, included: [layout.grammars, ...paths] };
}

/** Compiles an executable and renames it into place, so that a running older one is not affected. */
export async function compile(compilation: Compilation, layout: Layout): Promise<void> {
  const { entry, flags, included, output, runtime, target } = compilation;
  const name = basename(output);
  const unfinished = `${layout.out}/${name}`;
  const args = [
    ...COMPILE,
    ...target === undefined ? [] : [`--target=${target}`],
    ...included.map((path) => `--include=${path}`),
    ...flags,
    ...["-o", unfinished, entry],
  ];
  const env = runtime.path === undefined ? {} : { env: { DENORT_BIN: runtime.path } };
  await requireDeno(`compile ${name}`, args, { cwd: layout.root, ...env });
  if (flags === PROGRAM_FLAGS) await ignoreVariables(unfinished); // benchmarks compare with an unchanged empty program
  await Deno.mkdir(dirname(output), { recursive: true });
  replaceFile(unfinished, output);
}
