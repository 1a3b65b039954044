// Takes the runtime of `deno compile` from an npm package, for machines that cannot reach dl.deno.land.
import { runProgram } from "../cli/frame/run_program.ts";
import { infoOf, writeAtomic } from "../machine/files.ts";
import { type ExpectedDigest, requireDigest } from "./files.ts";
import { BuildError } from "./run_deno.ts";
import donor from "./donor.json" with { type: "json" };

/** The runtime (`denort`) to which `deno compile` appends the code. */
export interface CompileRuntime {
  /** Absent for the runtime that Deno downloads itself. */
  readonly path?: string;
  /** Runtimes that give different executables have different identities. */
  readonly identity: string;
  readonly description: string;
}

const TWO_WAYS = "set DENORT_BIN to a denort executable, or let Deno download its own (dl.deno.land)";
export const THREE_WAYS = `${TWO_WAYS}, or on Linux x86-64 reach the npm registry with npm installed`;

export type PackagedFile = Pick<typeof donor, "package" | "program"> & { readonly tarball: ExpectedDigest };

/** Is thrown if a package cannot be fetched, or if npm or tar is missing. */
export class UnreachableError extends BuildError {}

/**
 * The npm package. `deno compile` made its program, which therefore begins with the runtime. `header` has the fields of
 * the ELF header that it has changed, with their original values.
 */
export const DONOR = donor as
  & Pick<typeof donor, "denoVersion" | "runtimeBytes" | "header">
  & PackagedFile
  & { readonly runtime: ExpectedDigest };

export function npmRuntimePath(folder: string, denoVersion: string): string {
  return `${folder}/denort-${denoVersion}-x86_64`;
}

/** Returns the checked runtime; `undefined` except on Linux x86-64. Throws a `BuildError` if npm has none. */
export async function npmRuntime(
  folder: string,
  { os, arch, denoVersion }: Readonly<Record<"os" | "arch" | "denoVersion", string>>,
): Promise<CompileRuntime | undefined> {
  if (os !== "linux" || arch !== "x86_64") return undefined;
  if (denoVersion !== DONOR.denoVersion) {
    throw new BuildError(
      `Cannot compile with Deno ${denoVersion}: its own runtime cannot be downloaded and the one from npm is of ` +
        `Deno ${DONOR.denoVersion}; run npx -y deno@${DONOR.denoVersion} task build, or ${TWO_WAYS}`,
    );
  }
  const path = npmRuntimePath(folder, denoVersion);
  if (infoOf(path) === undefined) await recover(path);
  else {
    const kept = { subject: `the cached runtime ${path}`, remedy: "delete it to fetch it again" };
    requireDigest({ ...DONOR.runtime, ...kept }, await Deno.readFile(path));
  }
  return {
    path,
    identity: `sha256 ${DONOR.runtime.digest}`,
    description: `recovered from the npm package ${DONOR.package}, hash verified (${path})`,
  };
}

async function recover(path: string): Promise<void> {
  const program = await packagedFile(DONOR).catch((cause) => {
    if (!(cause instanceof UnreachableError)) throw cause;
    throw new BuildError(`${cause.message}; that was the last of three ways to get a runtime: ${THREE_WAYS}`);
  });
  const runtime = program.slice(0, DONOR.runtimeBytes);
  const header = new DataView(runtime.buffer);
  for (const { offset, bytes, value } of DONOR.header) {
    if (bytes === 8) header.setBigUint64(offset, BigInt(value), true);
    else header.setUint16(offset, value, true);
  }
  requireDigest(DONOR.runtime, runtime);
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeAtomic(path, runtime, { mode: 0o755 });
}

/** Returns a packaged file; runs no scripts. Throws an `UnreachableError`, or a `BuildError` for a wrong digest. */
export async function packagedFile(file: PackagedFile): Promise<Uint8Array<ArrayBuffer>> {
  const run = (program: string, args: readonly string[]): string => {
    const { output, complaint } = runProgram(program, args);
    if (complaint === undefined) return output;
    throw new UnreachableError(`Cannot fetch ${file.package}: ${program} failed (${complaint})`);
  };
  const folder = await Deno.makeTempDir({ prefix: "mneme-build-" });
  try {
    const args = ["pack", file.package, "--ignore-scripts", "--pack-destination", folder, "--loglevel=error"];
    // By default, npm pauses for over a minute in all between its tries.
    args.push("--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000");
    const tarball = `${folder}/${run("npm", args).split("\n").at(-1)}`;
    requireDigest(file.tarball, await Deno.readFile(tarball));
    run("tar", ["-xzf", tarball, "-C", folder, file.program]);
    return await Deno.readFile(`${folder}/${file.program}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
