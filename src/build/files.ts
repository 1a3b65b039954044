import { parseJson } from "../base/json.ts";
import { replaceFile, textOf } from "../machine/files.ts";
import { BuildError } from "./run_deno.ts";

/** Returns the absolute paths that a build of the project at `root` reads and writes. */
export function layoutOf(root: string) {
  const build = `${root}/build`;
  return {
    root,
    dist: `${root}/dist`,
    build,
    /** The bundled code of the program. */
    bundles: `${build}/bundles`,
    /** Tree-sitter grammars, which are embedded in the program. */
    grammars: `${build}/grammars`,
    /** Unfinished executables. */
    out: `${build}/out`,
    /** The inputs and sizes of the last build (`BuildRecord`). */
    record: `${build}/record.json`,
    lock: `${build}/lock`,
  };
}

export type Layout = Readonly<ReturnType<typeof layoutOf>>;

/** The modification time of every embedded file, so that equal sources give equal bytes. */
export const FIXED_TIME = new Date("2000-01-01T00:00:00Z");

/** Returns the information about a file; `undefined` if there is none. */
export async function statOrUndefined(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Removes a folder with its content, if it exists. */
export async function removeFolder(path: string): Promise<void> {
  if ((await statOrUndefined(path)) !== undefined) await Deno.remove(path, { recursive: true });
}

/** Reads a JSON file of an earlier build; `undefined` if there is none or it cannot be read. */
export function readNote<T>(path: string): T | undefined {
  return parseJson(textOf(path) ?? "") as T | undefined;
}

/** Writes a JSON file for the next build. */
export function writeNote(path: string, note: unknown): void {
  Deno.writeTextFileSync(`${path}.new`, `${JSON.stringify(note, undefined, 2)}\n`);
  replaceFile(`${path}.new`, path);
}

/** Waits until no other build or `clean` of this project runs, and locks it until the result is disposed. */
export async function lockTree(path: string): Promise<Disposable> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const file = await Deno.open(path, { write: true, create: true });
  await file.lock(true);
  return file;
}

/** Removes everything that builds have made, except for the lock, for which another process may be waiting. */
export async function cleanTree({ dist, build, lock }: Layout): Promise<void> {
  await removeFolder(dist);
  for await (const { name } of Deno.readDir(build)) {
    if (`${build}/${name}` !== lock) await Deno.remove(`${build}/${name}`, { recursive: true });
  }
}

/** The expected digest of a file, and the words for an error. */
export interface ExpectedDigest {
  /** The name of the file in the error. */
  readonly subject: string;
  readonly algorithm: "SHA-256" | "SHA-512";
  /** Hexadecimal for SHA-256; base64 for SHA-512, as npm writes it after `sha512-`. */
  readonly digest: string;
  /** The advice in the error. */
  readonly remedy: string;
}

/** Returns the digest of `bytes`: hexadecimal for SHA-256, base64 for SHA-512. */
export async function digestOf(
  algorithm: ExpectedDigest["algorithm"],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return algorithm === "SHA-256" ? digest.toHex() : digest.toBase64();
}

/** Throws an error with both digests unless `bytes` has the expected one. */
export async function requireDigest(expected: ExpectedDigest, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const found = await digestOf(expected.algorithm, bytes);
  if (found === expected.digest) return;
  throw new BuildError(
    `Cannot trust ${expected.subject}: its ${expected.algorithm} must be ${expected.digest} and is ${found}; ` +
      expected.remedy,
  );
}
