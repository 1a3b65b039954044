import { parseJson } from "../base/json.ts";
import { replaceFile, textOf } from "../machine/files.ts";
import { BuildError } from "./run_deno.ts";

/** The places that the build of the project at `root` reads and writes, as absolute paths. */
export function layoutOf(root: string) {
  const build = `${root}/build`;
  return {
    root,
    dist: `${root}/dist`,
    build,
    /** The code of the program as it is compiled. */
    bundles: `${build}/bundles`,
    /** The grammars, which `mneme` reads beside its code. */
    grammars: `${build}/grammars`,
    /** Executables on their way into place. */
    out: `${build}/out`,
    record: `${build}/record.json`,
    lock: `${build}/lock`,
  };
}

export type Layout = Readonly<ReturnType<typeof layoutOf>>;

/** The time of every file that is embedded. Any time will do; it must always be the same. */
export const FIXED_TIME = new Date("2000-01-01T00:00:00Z");

/** Looks at the file; undefined when there is none. */
export async function statOrUndefined(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Removes the folder and all in it; without one there is nothing to do. */
export async function removeFolder(path: string): Promise<void> {
  if ((await statOrUndefined(path)) !== undefined) await Deno.remove(path, { recursive: true });
}

/** Reads what an earlier build left in the JSON file `path`; undefined when there is none or it cannot be read. */
export function readNote<T>(path: string): T | undefined {
  return parseJson(textOf(path) ?? "") as T | undefined;
}

/** Leaves `note` for the next build. Synchronous, so that two executables finishing at once cannot mix. */
export function writeNote(path: string, note: unknown): void {
  Deno.writeTextFileSync(`${path}.new`, `${JSON.stringify(note, undefined, 2)}\n`);
  replaceFile(`${path}.new`, path);
}

/** Waits until no other build or clean of this tree runs; disposing lets the next one go on. */
export async function lockTree(path: string): Promise<Disposable> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const file = await Deno.open(path, { write: true, create: true });
  await file.lock(true);
  return file;
}

/** Removes all that builds have made but the lock, which the next one may be waiting for. */
export async function cleanTree({ dist, build, lock }: Layout): Promise<void> {
  await removeFolder(dist);
  for await (const { name } of Deno.readDir(build)) {
    if (`${build}/${name}` !== lock) await Deno.remove(`${build}/${name}`, { recursive: true });
  }
}

/** Says what a file has to be, and how to call it when it is not. */
export interface ExpectedDigest {
  readonly subject: string;
  readonly algorithm: "SHA-256" | "SHA-512";
  /** Hexadecimal for SHA-256; for SHA-512 what npm writes after `sha512-`. */
  readonly digest: string;
  /** The step to take about another one. */
  readonly remedy: string;
}

/** The digest of `bytes`: hexadecimal for SHA-256, base64 for SHA-512. */
export async function digestOf(
  algorithm: ExpectedDigest["algorithm"],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return algorithm === "SHA-256" ? digest.toHex() : digest.toBase64();
}

/** Throws, naming both digests, unless `bytes` is exactly what was expected. */
export async function requireDigest(expected: ExpectedDigest, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const found = await digestOf(expected.algorithm, bytes);
  if (found === expected.digest) return;
  throw new BuildError(
    `Cannot trust ${expected.subject}: its ${expected.algorithm} must be ${expected.digest} and is ${found}; ` +
      expected.remedy,
  );
}
