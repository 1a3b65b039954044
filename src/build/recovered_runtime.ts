import { BuildError } from "./build_error.ts";
import { type ExpectedDigest, requireDigest } from "./digest.ts";
import { type ElfTables, restoreElfHeader } from "./elf.ts";
import { statOrUndefined } from "./files.ts";
import { fetchPackage } from "./npm_package.ts";
import { type CompileRuntime, THREE_WAYS } from "./runtime.ts";
import { gunzip, readTarFile } from "./tar.ts";

const REPORT = "report this, and set DENORT_BIN to a denort that you trust";

/** An npm package whose program was made by `deno compile`, so that it begins with the runtime we need. */
export const DONOR = {
  denoVersion: "2.9.4",
  package: "@chelonia/cli-x64-linux@3.4.0",
  tarball: {
    subject: "the npm package @chelonia/cli-x64-linux@3.4.0",
    algorithm: "SHA-256",
    digest: "c00f92f71095b897a44ed2f52b883c678b2c386a59db633a4c4d017dff8ea628",
    remedy: REPORT,
  },
  integrity: {
    subject: "the npm package @chelonia/cli-x64-linux@3.4.0",
    algorithm: "SHA-512",
    digest: "ey7BqNiIOY2PkpN/UYxjpmOG1A7HmplyadP80omXTG1DVu1fbz7ro/d4gRPtHaxPRkNJTS24lDejc5/rT/3RMA==",
    remedy: REPORT,
  },
  program: {
    subject: "package/chel of @chelonia/cli-x64-linux@3.4.0",
    algorithm: "SHA-256",
    digest: "bf5318c47771dc044bafaf935d411b9d3456a7c96d30b32bbda27eaee930577f",
    remedy: REPORT,
  },
  programPath: "package/chel",
  runtimeBytes: 107_594_120,
  elf: {
    programHeaderOffset: 64,
    sectionHeaderOffset: 107_591_688,
    programHeaderCount: 12,
    sectionHeaderCount: 38,
  },
  runtime: {
    subject: "the recovered runtime",
    algorithm: "SHA-256",
    digest: "723d45cca4f68bd66652da1e0d45562b0700317c1535981035f50f078785a131",
    remedy: REPORT,
  },
} as const satisfies Record<string, string | number | ExpectedDigest | ElfTables>;

/** Where the recovered runtime is kept, and the size and time of the one whose hash was last found right. */
export interface RuntimeCache {
  readonly folder: string;
  readonly verified: string | undefined;
}

/** The system that a runtime is wanted for. */
export interface System {
  readonly os: string;
  readonly arch: string;
  readonly denoVersion: string;
}

/** The runtime of a pinned npm package, every hash of it checked; undefined on other systems than Linux x86-64. */
export async function recoveredRuntime(
  cache: RuntimeCache,
  system: System,
): Promise<(CompileRuntime & { readonly verified: string }) | undefined> {
  if (system.os !== "linux" || system.arch !== "x86_64") return undefined;
  requireDonorVersion(system.denoVersion);
  const path = `${cache.folder}/denort-${DONOR.denoVersion}-x86_64`;
  if ((await statOrUndefined(path)) === undefined) await recover(path);
  else if ((await stampOf(path)) !== cache.verified) {
    await requireDigest(cached(path), await Deno.readFile(path));
  }
  return {
    way: "recovered",
    path,
    verified: await stampOf(path),
    identity: `sha256 ${DONOR.runtime.digest}`,
    description: `recovered from the npm package ${DONOR.package}, hashes verified (${path})`,
  };
}

function requireDonorVersion(denoVersion: string): void {
  if (denoVersion === DONOR.denoVersion) return;
  throw new BuildError(
    `Cannot compile with Deno ${denoVersion}: its own runtime cannot be downloaded and the one from npm is of ` +
      `Deno ${DONOR.denoVersion}; run npx -y deno@${DONOR.denoVersion} task build, or ${THREE_WAYS}`,
  );
}

function cached(path: string): ExpectedDigest {
  return { ...DONOR.runtime, subject: `the cached runtime ${path}`, remedy: "delete it to fetch it again" };
}

async function stampOf(path: string): Promise<string> {
  const { size, mtime } = await Deno.stat(path);
  return `${size} ${mtime?.getTime() ?? 0}`;
}

async function recover(path: string): Promise<void> {
  const tarball = await fetchPackage(DONOR.package);
  await requireDigest(DONOR.tarball, tarball);
  await requireDigest(DONOR.integrity, tarball);
  const program = readTarFile(await gunzip(tarball), DONOR.programPath);
  await requireDigest(DONOR.program, program);
  const runtime = program.slice(0, DONOR.runtimeBytes);
  restoreElfHeader(runtime, DONOR.elf);
  await requireDigest(DONOR.runtime, runtime);
  await writeExecutable(path, runtime);
}

/** Renamed into place: another build may be looking for the same file. */
async function writeExecutable(path: string, bytes: Uint8Array): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const unfinished = `${path}.${Deno.pid}`;
  try {
    await Deno.writeFile(unfinished, bytes, { mode: 0o755 });
    await Deno.chmod(unfinished, 0o755); // the mode above is subject to the umask
    await Deno.rename(unfinished, path);
  } catch (error) {
    await Deno.remove(unfinished).catch(() => {}); // the first error is the one to tell
    throw error;
  }
}
