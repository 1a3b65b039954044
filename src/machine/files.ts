// Reads, writes and renames files for the rest of mneme, also on Windows and beside other processes.
import { orUndefined } from "../base/or_undefined.ts";
import { isAtOrBelow, parentFolder } from "../base/slashes.ts";

const LONGEST_PAUSE_MS = 64; // the last of the pauses between attempts: 1, 2, 4 … 64 ms, together 127 ms

/** Replaces a file atomically. A `durable` one survives a crash of the system; `finish` changes the new file. */
export function writeAtomic(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, durable = false, finish }: {
    readonly mode?: number;
    readonly durable?: boolean;
    readonly finish?: (temporary: string, own: Deno.FileInfo) => void;
  } = {},
): void {
  const temporary = `${path}.${Deno.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    {
      using file = Deno.openSync(temporary, { write: true, createNew: true, mode });
      let rest = typeof content === "string" ? new TextEncoder().encode(content) : content;
      while (rest.length > 0) rest = rest.subarray(file.writeSync(rest)); // the system may take only a part at a time
      finish?.(temporary, file.statSync());
      if (durable) file.syncSync();
    }
    replaceFile(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** Renames a file. On Windows this fails, and is repeated, while a virus scanner reads the file. */
export function replaceFile(from: string, to: string): void {
  if (Deno.build.os !== "windows") return Deno.renameSync(from, to);
  retryWhileInUse(() => Deno.renameSync(from, to));
}

/** Creates hard links to a file, or copies where there are no links. Replaces existing files. */
export function hardLink(file: string, names: readonly string[]): void {
  for (const name of names) {
    const unfinished = `${name}.${Deno.pid}.new`; // another process may do the same
    removeQuietly(unfinished); // left by a killed process
    try {
      Deno.linkSync(file, unfinished);
    } catch {
      Deno.copyFileSync(file, unfinished);
    }
    replaceFile(unfinished, name);
  }
}

/** Repeats `work` after an error, with pauses up to `longestPauseMs`; not if a file does not exist. */
export function retryWhileInUse(work: () => void, longestPauseMs = LONGEST_PAUSE_MS): void {
  for (let pause = 1;; pause *= 2) {
    try {
      return work();
    } catch (error) {
      if (pause > longestPauseMs || error instanceof Deno.errors.NotFound) throw error;
      sleepSync(pause);
    }
  }
}

/** Creates a folder and its parents with mode 0700. An existing folder keeps its mode. */
export function ensurePrivateFolder(path: string): void {
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
}

export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Returns information on a file, or the target of a link; `undefined` if it cannot be read. */
export const infoOf = (path: string): Deno.FileInfo | undefined => orUndefined(() => Deno.statSync(path));

/** Returns information on a file or a link itself; `undefined` if it cannot be read. */
export const entryAt = (path: string): Deno.FileInfo | undefined => orUndefined(() => Deno.lstatSync(path));

export const sizeOf = (path: string): number => infoOf(path)?.size ?? 0;

/** Returns the entries of a folder; `[]` if it cannot be read. */
export function entriesOf(folder: string): Deno.DirEntry[] {
  return orUndefined(() => [...Deno.readDirSync(folder)]) ?? [];
}

/** Returns the text of a file; `undefined` if it cannot be read. */
export const textOf = (path: string): string | undefined => orUndefined(() => Deno.readTextFileSync(path));

/** Returns the text of a short regular file only: reading a pipe may never end. */
export function shortTextOf(path: string, maxBytes: number): string | undefined {
  const info = infoOf(path);
  return info?.isFile && info.size <= maxBytes ? textOf(path) : undefined;
}

/** Reads `length` bytes at an offset; fewer at the end of the file. */
export function bytesAt(file: Deno.FsFile, offset: number, length: number): Uint8Array {
  file.seekSync(offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(Math.max(0, length));
  let count = 0;
  while (count < bytes.length) {
    const read = file.readSync(bytes.subarray(count));
    if (read === null || read === 0) break;
    count += read;
  }
  return bytes.subarray(0, count);
}

/** Removes a file. Ignores errors: another process has removed it, or a later run tries again. */
export function removeQuietly(path: string): void {
  orUndefined(() => Deno.removeSync(path));
}

/** Returns the result of `work`; `undefined` if a file that it needs does not exist. */
export function unlessAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Calls `write`; if the folder is missing, creates it as private and calls `write` again. */
export function writeInFolder(folder: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    ensurePrivateFolder(folder);
    write();
  }
}

export const isFile = (path: string): boolean => infoOf(path)?.isFile === true;
export const isFolder = (path: string): boolean => infoOf(path)?.isDirectory === true;

/** Returns `null` on Windows, where Deno invents the bits. */
export function modeOf({ mode }: Pick<Deno.FileInfo, "mode">, system = Deno.build.os): number | null {
  return system === "windows" ? null : mode;
}

/** Returns true if a file has an execute bit; always on Windows, where the name decides. */
export function isExecutable(info: Pick<Deno.FileInfo, "mode">, system = Deno.build.os): boolean {
  const mode = modeOf(info, system);
  return mode === null || (mode & 0o111) !== 0;
}

export function executableName(program: string, system = Deno.build.os): string {
  return system === "windows" ? `${program}.exe` : program;
}

/** Returns the first bytes of a file as text; `""` if it cannot be read. */
export const headText = (path: string, bytes: number): string => partOf(path, () => 0, bytes);

/** Returns the last bytes as text, which may begin inside a line; `""` if they cannot be read. */
export function tailText(path: string, bytes: number): string {
  return partOf(path, (size) => Math.max(0, size - bytes), bytes);
}

function partOf(path: string, start: (size: number) => number, bytes: number): string {
  if (!isFile(path)) return ""; // reading a pipe may never end
  return orUndefined(() => {
    using file = Deno.openSync(path);
    const size = file.seekSync(0, Deno.SeekMode.End);
    return new TextDecoder().decode(bytesAt(file, start(size), Math.min(size, bytes)));
  }) ?? "";
}

/** Returns true if a link leads out of `folder`, or to nothing: a repository must not make mneme or an agent use other files. */
export function leadsOutside(path: string, folder: string): boolean {
  const realOf = (one: string) => orUndefined(() => Deno.realPathSync(one));
  const [found, root] = [realOf(path), realOf(folder)];
  if (found === undefined && orUndefined(() => Deno.readLinkSync(path))) return true; // leads to nothing yet
  const target = found ?? realOf(parentFolder(path));
  return target !== undefined && root !== undefined && !isAtOrBelow(target, root);
}

/** Reads a text file below `src`; an executable has a copy in the folder above its code (src/build/bundle.ts). */
export function textBeside(path: string): string {
  const place = Deno.build.standalone ? path.slice(path.lastIndexOf("/") + 1) : path;
  return Deno.readTextFileSync(`${import.meta.dirname}/../${place}`);
}
