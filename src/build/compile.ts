import { asAscii } from "./ascii.ts";
import { BuildError } from "./build_error.ts";
import { compileFlags } from "./compile_flags.ts";
import { deafenFile } from "./deaf_variables.ts";
import { EMPTY_PROGRAM, type Executable } from "./executables.ts";
import { removeFolder } from "./files.ts";
import { FIXED_TIME } from "./fixed_time.ts";
import type { Layout } from "./layout.ts";
import { dispatcher, type Program } from "./programs.ts";
import { mergedSource, planMerges } from "./merge_chunks.ts";
import { prelinkFile } from "./prelink.ts";
import { firstComplaint, runDeno } from "./run_deno.ts";
import type { CompileRuntime } from "./runtime.ts";
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

/** The module that begins a program of several members. */
const STARTER = "start.js";
/** A module that exists while chunks are merged. */
const MERGED = "merged.js";

/** An executable's code, ready to be compiled. */
export interface Bundle {
  readonly entry: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Bundles the program: its only member, or each member into a folder of its own and what chooses between them. */
export async function bundleProgram({ name, members }: Program, layout: Layout): Promise<Bundle> {
  const [only, ...others] = members;
  if (only !== undefined && others.length === 0) return await bundleExecutable(only, layout);
  const files = new Map<string, string>();
  const starts: { name: string; entry: string }[] = [];
  for (const member of members) {
    const bundle = await bundleExecutable(member, layout);
    for (const [file, text] of bundle.files) files.set(`${member.name}/${file}`, text);
    starts.push({ name: member.name, entry: bundle.entry.slice(bundle.entry.lastIndexOf("/") + 1) });
  }
  files.set(STARTER, dispatcher(starts));
  const folder = `${layout.bundles}/${name}`;
  await Deno.mkdir(folder, { recursive: true });
  await replaceFiles(folder, files);
  return { entry: `${folder}/${STARTER}`, files };
}

/** Bundles the executable into its own folder; dynamic imports become files that cost nothing until they run. */
async function bundleExecutable(executable: Executable, layout: Layout): Promise<Bundle> {
  const { name, entry, texts = [] } = executable;
  const folder = `${layout.bundles}/${name}`;
  await removeFolder(folder);
  const platform = entry.startsWith("hooks/") ? HOOK_PLATFORM : COMMAND_PLATFORM;
  const run = await runDeno([...BUNDLE, ...platform, "--outdir", folder, entry], { cwd: layout.root });
  if (!run.success) throw new BuildError(`Cannot bundle ${name}: ${firstComplaint(run.stderr)}`);
  const file = entry.slice(entry.lastIndexOf("/") + 1).replace(/\.ts$/, ".js");
  const named = withStableNames(await readTexts(folder), file);
  const files = entry.startsWith("hooks/")
    ? inAscii(await mergeChunks(named, file, { folder, root: layout.root }))
    : named;
  const whole = new Map([...files, ...await readEach(texts, layout.root)]);
  await replaceFiles(folder, whole);
  return { entry: `${folder}/${file}`, files: whole };
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

function inAscii(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([name, text]) => [name, asAscii(text)]));
}

/** What executables are compiled with. */
export interface Compiler {
  readonly layout: Layout;
  readonly runtime: CompileRuntime;
  /** The system that they are for, as `deno compile` calls it; this one without. */
  readonly target?: string;
}

/**
 * Compiles a bundle and puts the executable into its place in one step, and links to it into those of the program's
 * other members: one that is running goes on.
 */
export async function compileProgram(
  { members: [executable, ...others] }: Program,
  bundle: Bundle,
  { layout, runtime, target }: Compiler,
): Promise<void> {
  if (executable === undefined) return;
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
  if (executable !== EMPTY_PROGRAM) {
    await prelinkFile(unfinished);
    await deafenFile(unfinished);
  }
  const output = `${layout.root}/${executable.output}`;
  await Deno.mkdir(output.slice(0, output.lastIndexOf("/")), { recursive: true });
  await Deno.rename(unfinished, output);
  for (const other of others) {
    await linkOrCopy(output, `${unfinished}.link`);
    await Deno.rename(`${unfinished}.link`, `${layout.root}/${other.output}`);
  }
}

/** Some file systems know no links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await Deno.link(from, to);
  } catch {
    await Deno.copyFile(from, to);
  }
}

/** The texts by the names of their files. */
async function readEach(paths: readonly string[], root: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    texts.set(path.slice(path.lastIndexOf("/") + 1), await Deno.readTextFile(`${root}/${path}`));
  }
  return texts;
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
  const folders = new Set([folder]);
  for (const [name, text] of files) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    await Deno.mkdir(parent, { recursive: true });
    folders.add(parent);
    await Deno.writeTextFile(path, text);
    await Deno.utime(path, FIXED_TIME, FIXED_TIME);
  }
  for (const one of [...folders].reverse()) await Deno.utime(one, FIXED_TIME, FIXED_TIME);
}
