// Takes the runtime of `deno compile` from an npm package, for machines that cannot reach dl.deno.land.
import { runProgram } from "../cli/frame/run_program.ts";
import { infoOf, writeAtomic } from "../machine/files.ts";
import { type ExpectedDigest, requireDigest } from "./files.ts";
import { BuildError } from "./run_deno.ts";

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

const REPORT = "report this, and set DENORT_BIN to a denort that you trust";

export interface PackagedFile {
  readonly package: string;
  readonly tarball: ExpectedDigest;
  readonly program: string;
}

/** Is thrown if a package cannot be fetched, or if npm or tar is missing. */
export class UnreachableError extends BuildError {}

/** The npm package. `deno compile` made its program, which therefore begins with the runtime. */
export const DONOR = {
  denoVersion: "2.9.4",
  package: "@chelonia/cli-x64-linux@3.4.0",
  tarball: {
    subject: "the npm package @chelonia/cli-x64-linux@3.4.0",
    algorithm: "SHA-512",
    digest: "ey7BqNiIOY2PkpN/UYxjpmOG1A7HmplyadP80omXTG1DVu1fbz7ro/d4gRPtHaxPRkNJTS24lDejc5/rT/3RMA==",
    remedy: REPORT,
  },
  program: "package/chel",
  runtimeBytes: 107_594_120,
  /** The fields of the ELF header that `deno compile` has changed: offset, size in bytes, original value. */
  header: [[0x20, 8, 64], [0x28, 8, 107_591_688], [0x38, 2, 12], [0x3c, 2, 38]],
  runtime: {
    subject: "the recovered runtime",
    algorithm: "SHA-256",
    digest: "723d45cca4f68bd66652da1e0d45562b0700317c1535981035f50f078785a131",
    remedy: REPORT,
  },
} as const satisfies PackagedFile & Record<string, unknown> & { runtime: ExpectedDigest };

export function recoveredPath(folder: string, denoVersion: string): string {
  return `${folder}/denort-${denoVersion}-x86_64`;
}

/** Returns the checked runtime; `undefined` except on Linux x86-64. Throws a `BuildError` if npm has none. */
export async function recoveredRuntime(
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
  const path = recoveredPath(folder, denoVersion);
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
  for (const [at, size, value] of DONOR.header) {
    if (size === 8) header.setBigUint64(at, BigInt(value), true);
    else header.setUint16(at, value, true);
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
