import { BuildError } from "./build_error.ts";
import type { Executable } from "./executables.ts";
import { FIXED_TIME } from "./fixed_time.ts";
import type { Layout } from "./layout.ts";
import { mergedSource, planMerges } from "./merge_chunks.ts";
import { firstComplaint, runDeno } from "./run_deno.ts";
import { type CompileRuntime, statOrUndefined } from "./runtime.ts";
import { withStableNames } from "./stable_names.ts";

const BUNDLE = ["bundle", "--quiet", "--frozen", "--minify", "--code-splitting"];
/**
 * A hook takes the packages' builds for browsers: the ones for servers reach for `node:` modules, and one such
 * import in a chunk that is never run still costs the hook 30 ms, as the bundler shares its `createRequire`.
 */
const HOOK_PLATFORM = ["--platform=browser", "--external=node:sqlite"];
const COMMAND_PLATFORM = ["--platform=deno"];
// The default code cache lies at a predictable path in the temporary folder, where another user could poison it.
const COMPILE = ["compile", "--quiet", "--no-check", "--no-code-cache", "--no-prompt", "--frozen"];

/**
 * A hook is gone before V8's helper threads could help it (starting them costs 0.4 ms), and before a function that is
 * compiled again because it is warm could pay that back (0.2 ms).
 */
const HOOK_ENGINE = "--single-threaded,--no-sparkplug";
/**
 * A hook runs nearly all that it loads: to read the functions first and compile them at their first call costs 0.4 ms
 * more than to compile all at once. What starts processes loads much of the runtime's own code for it, of which little
 * is run: there, all at once costs 4 ms more.
 */
const AT_ONCE = ",--no-lazy";
/**
 * Triage is long enough for its functions to become warm, and too short for most that are optimised to pay that back:
 * a stop of 50 messages takes 12 ms less when only what is called thousands of times is, and a conversation of 600 KB
 * a quarter less when that is never done twice. It starts a process only to ask a model.
 */
const STOP_ENGINE = "--single-threaded,--no-lazy,--no-opt,--invocation-count-for-maglev=4000," +
  "--invocation-count-for-maglev-osr=1000";

/** A module that exists while chunks are merged. */
const MERGED = "merged.js";

/** An executable's code, ready to be compiled. */
export interface Bundle {
  readonly entry: string;
  readonly files: ReadonlyMap<string, string>;
}

/** What the executable may do, how its engine starts, and what it holds beside its code. */
export function compileFlags({ name, entry, permissions, assets }: Executable): string[] {
  const include = assets === undefined ? [] : ["--include=build/grammars"];
  if (!entry.startsWith("hooks/")) return [...include, ...permissions];
  if (name === "stop") return [`--v8-flags=${STOP_ENGINE}`, ...permissions];
  const startsProcesses = permissions.some((permission) => permission.startsWith("--allow-run"));
  return [`--v8-flags=${HOOK_ENGINE}${startsProcesses ? "" : AT_ONCE}`, ...permissions];
}

/** Bundles the executable into its own folder; dynamic imports become files that cost nothing until they run. */
export async function bundleExecutable(executable: Executable, layout: Layout): Promise<Bundle> {
  const { name, entry } = executable;
  const folder = `${layout.bundles}/${name}`;
  await removeFolder(folder);
  const platform = entry.startsWith("hooks/") ? HOOK_PLATFORM : COMMAND_PLATFORM;
  const run = await runDeno([...BUNDLE, ...platform, "--outdir", folder, entry], { cwd: layout.root });
  if (!run.success) throw new BuildError(`Cannot bundle ${name}: ${firstComplaint(run.stderr)}`);
  const file = entry.slice(entry.lastIndexOf("/") + 1).replace(/\.ts$/, ".js");
  const named = withStableNames(await readTexts(folder), file);
  const files = entry.startsWith("hooks/")
    ? await mergeChunks(named, file, { folder, root: layout.root })
    : named;
  await replaceFiles(folder, files);
  return { entry: `${folder}/${file}`, files };
}

/** The files with one of each set of chunks that are always loaded together. */
async function mergeChunks(
  files: ReadonlyMap<string, string>,
  entry: string,
  { folder, root }: { readonly folder: string; readonly root: string },
): Promise<ReadonlyMap<string, string>> {
  let left = files;
  for (const merge of planMerges(files, entry)) {
    const { text, others } = mergedSource(left, merge);
    await replaceFiles(folder, new Map([...left, [MERGED, text]]));
    const external = [...others.keys()].map((name) => `--external=./${name}`);
    const words = [
      ...BUNDLE,
      ...HOOK_PLATFORM,
      ...external,
      "--outdir",
      `${folder}/out`,
      `${folder}/${MERGED}`,
    ];
    const run = await runDeno(words, { cwd: root });
    if (!run.success) throw new BuildError(`Cannot merge ${merge.root}: ${firstComplaint(run.stderr)}`);
    left = new Map([...others, [merge.root, await Deno.readTextFile(`${folder}/out/${MERGED}`)]]);
  }
  return left;
}

/** What executables are compiled with. */
export interface Compiler {
  readonly layout: Layout;
  readonly runtime: CompileRuntime;
  /** The system that they are for, as `deno compile` calls it; this one without. */
  readonly target?: string;
}

/** Compiles a bundle and puts the executable into its place in one step: one that is running goes on. */
export async function compileExecutable(
  executable: Executable,
  bundle: Bundle,
  { layout, runtime, target }: Compiler,
): Promise<void> {
  const unfinished = `${layout.out}/${executable.output.slice(executable.output.lastIndexOf("/") + 1)}`;
  const system = target === undefined ? [] : [`--target=${target}`];
  const run = await runDeno(
    [...COMPILE, ...system, ...compileFlags(executable), "-o", unfinished, bundle.entry],
    {
      cwd: layout.root,
      ...(runtime.path === undefined ? {} : { env: { DENORT_BIN: runtime.path } }),
    },
  );
  if (!run.success) throw new BuildError(`Cannot compile ${executable.name}: ${firstComplaint(run.stderr)}`);
  const output = `${layout.root}/${executable.output}`;
  await Deno.mkdir(output.slice(0, output.lastIndexOf("/")), { recursive: true });
  await Deno.rename(unfinished, output);
}

/** Removes the folder and all in it; without one there is nothing to do. */
export async function removeFolder(path: string): Promise<void> {
  if ((await statOrUndefined(path)) !== undefined) await Deno.remove(path, { recursive: true });
}

async function readTexts(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    texts.set(name, await Deno.readTextFile(`${folder}/${name}`));
  }
  return texts;
}

async function replaceFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await Deno.remove(folder, { recursive: true });
  await Deno.mkdir(folder);
  for (const [name, text] of files) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
    await Deno.utime(`${folder}/${name}`, FIXED_TIME, FIXED_TIME);
  }
  await Deno.utime(folder, FIXED_TIME, FIXED_TIME);
}
