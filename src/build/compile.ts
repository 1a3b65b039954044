// Runs `deno compile` with the permissions and engine options of the program.
import { basename, dirname } from "node:path";
import { replaceFile } from "../machine/files.ts";
import { GRAMMARS, provideAssets } from "./assets.ts";
import { bundleProgram } from "./bundle.ts";
import { ignoreVariables } from "./ignored_variables.ts";
import { EXECUTABLES, GRANTED } from "./executables.ts";
import type { Layout } from "./files.ts";
import { requireDeno } from "./run_deno.ts";
import type { CompileRuntime } from "./runtime.ts";
import engine from "./engine.json" with { type: "json" };

// No code cache: its path in the temporary folder can be guessed, so another user could put code there.
const COMPILE = ["compile", "--quiet", "--no-check", "--no-code-cache", "--no-prompt", "--frozen"];

/** `engine`: the options of V8. A hook is short, so preparations for a longer run cost it more than they bring. */
export const PROGRAM_FLAGS: readonly string[] = [
  `--v8-flags=${engine.map(({ option }) => option).join()}`,
  "--allow-read",
  "--allow-write",
  ...GRANTED.map((permission) => `--allow-${permission}`),
];

export interface Compilation extends Readonly<Program> {
  readonly output: string;
  readonly runtime: CompileRuntime;
  /** The target triple; this machine's if absent. */
  readonly target?: string;
}

type Program = Awaited<ReturnType<typeof programCompilation>>["program"];

/** Returns the part of a compilation that is the same for all systems; of each file, by its name, text or digest. */
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
