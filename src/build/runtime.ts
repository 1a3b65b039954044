// Finds the runtime (`denort`) to which `deno compile` appends the code.
import { runProgram } from "../cli/frame/run_program.ts";
import { infoOf, isExecutable } from "../machine/files.ts";
import { homeFolder } from "../machine/paths.ts";
import type { Layout } from "./files.ts";
import { BuildError, runDeno } from "./run_deno.ts";

export interface CompileRuntime {
  /** Absent for the runtime that Deno downloads itself. */
  readonly path?: string;
  /** Runtimes that give different executables have different identities. */
  readonly identity: string;
  readonly description: string;
}

const TWO_WAYS = "set DENORT_BIN to a denort executable, or let Deno download its own (dl.deno.land)";

/** Returns `DENORT_BIN`, else Deno's own runtime, else npm's; throws a `BuildError` if there is none. */
export async function provideRuntime(layout: Layout): Promise<CompileRuntime> {
  const { os, arch, target } = Deno.build;
  const denoVersion = Deno.version.deno;
  const path = `${cacheFolder("mneme-build")}/denort-${denoVersion}-x86_64`;
  const hadToUseNpm = infoOf(path) !== undefined; // in an earlier build
  const runtime = namedRuntime(Deno.env.get("DENORT_BIN")) ??
    await denosOwnRuntime(layout, { target, mayDownload: !hadToUseNpm }) ??
    npmRuntime(path, { os, arch, denoVersion });
  if (runtime !== undefined) return runtime;
  throw new BuildError(`Cannot compile: no runtime for this system was found; ${TWO_WAYS}`);
}

/**
 * Returns the runtime that `denort.sh` makes at a path, or finds there; `undefined` except on Linux x86-64. Throws a
 * `BuildError` if the script fails.
 */
export function npmRuntime(
  path: string,
  { os, arch, denoVersion }: Readonly<Record<"os" | "arch" | "denoVersion", string>>,
): CompileRuntime | undefined {
  if (os !== "linux" || arch !== "x86_64") return undefined;
  const { output, complaint } = runProgram("sh", [`${import.meta.dirname}/denort.sh`, path, denoVersion]);
  if (complaint !== undefined) throw new BuildError(`${complaint}, or ${TWO_WAYS}`);
  return { path, identity: output, description: `${output} (${path})` };
}

export function cacheFolder(name: "mneme-build" | "mneme-test", system = Deno.build.os): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${homeFolder(system) ?? Deno.cwd()}/.cache`;
  return `${cache}/${name}`;
}

/** Returns the runtime at `path`, if given. Throws a `BuildError` if it is no executable. */
export function namedRuntime(path: string | undefined): CompileRuntime | undefined {
  if (!path) return undefined;
  const file = infoOf(path);
  if (file?.isFile === true && isExecutable(file)) {
    const identity = `named ${file.size} ${file.mtime?.getTime() ?? 0}`;
    return { path, identity, description: `${path} (DENORT_BIN)` };
  }
  const why = file?.isFile === true ? "it is not executable" : "there is no such file";
  const advice = `name the denort of Deno ${Deno.version.deno}, or unset it`;
  throw new BuildError(`Cannot use DENORT_BIN="${path}": ${why}; ${advice}`);
}

const ANSWER_MS = 5_000; // the time in which a reachable server answers

/** Returns Deno's own runtime for a target, in the cache or at a server that can be reached; else `undefined`. */
export async function denosOwnRuntime(
  layout: Layout,
  { target, mayDownload }: { readonly target: string; readonly mayDownload: boolean },
): Promise<CompileRuntime | undefined> {
  const { deno } = Deno.version;
  const archive = `release/v${deno}/denort-${target}.zip`;
  const identity = `deno ${deno}`;
  const { stdout } = await runDeno(["info", "--json"], { cwd: layout.root });
  const { denoDir } = JSON.parse(stdout) as { denoDir: string };
  if (infoOf(`${denoDir}/dl/${archive}`) !== undefined) {
    return { identity, description: `Deno ${deno}'s own, from its cache` };
  }
  if (!mayDownload) return undefined;
  // Without this check, `deno compile` would wait for minutes at a firewall.
  const request = { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) };
  const isReachable = await fetch(`https://dl.deno.land/${archive}`, request).then(
    ({ ok }) => ok,
    () => false,
  );
  return isReachable ? { identity, description: `Deno ${deno}'s own, downloaded` } : undefined;
}
