/** 127 ms together. */
const LONGEST_PAUSE_MS = 64;

export interface WriteOptions {
  /** Default 0600: what mneme writes is private unless it belongs to somebody else. */
  readonly mode?: number;
  /** Waits for the disk, for files that a person wrote; ours survive a crash of the process without it. */
  readonly durable?: boolean;
  /** The moment to write as that of its last change; absent: now. */
  readonly changedAt?: Date;
}

/** Replaces the file in one step: readers see the old text or the new one. Throws, leaving nothing behind. */
export function writeAtomic(path: string, text: string, options: WriteOptions = {}): void {
  const temporary = `${path}.${Deno.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeNew(temporary, text, options);
    if (options.changedAt !== undefined) Deno.utimeSync(temporary, options.changedAt, options.changedAt);
    replaceFile(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/**
 * Renames in one step, in the place of what is there. On Windows that is refused while somebody has one of the files open
 * who does not share it: a virus scanner looks at what was just written, and it is over in milliseconds.
 */
export function replaceFile(from: string, to: string): void {
  if (Deno.build.os !== "windows") return Deno.renameSync(from, to);
  renameAgain(() => Deno.renameSync(from, to));
}

/** Gives the file further names: hard links, or copies where the file system knows no links. */
export function nameAlso(file: string, names: readonly string[]): void {
  for (const name of names) {
    const unfinished = `${name}.${Deno.pid}.new`; // its own: another process may be at it, too
    removeQuietly(unfinished); // a killed one left it
    try {
      Deno.linkSync(file, unfinished);
    } catch {
      Deno.copyFileSync(file, unfinished);
    }
    replaceFile(unfinished, name);
  }
}

/** Tries it for as long as a hook can wait, or with pauses up to another; a folder that is not there does not come. */
export function renameAgain(work: () => void, longestPauseMs = LONGEST_PAUSE_MS): void {
  for (let pause = 1;; pause *= 2) {
    try {
      return work();
    } catch (error) {
      if (pause > longestPauseMs || error instanceof Deno.errors.NotFound) throw error;
      sleepSync(pause);
    }
  }
}

/** Makes the folder and what is missing above it, for this user alone; one that exists stays as it is. */
export function ensurePrivateFolder(path: string): void {
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
}

function writeNew(path: string, text: string, options: WriteOptions): void {
  const mode = options.mode ?? 0o600;
  if (options.durable !== true) return Deno.writeTextFileSync(path, text, { createNew: true, mode });
  using file = Deno.openSync(path, { write: true, createNew: true, mode });
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(file.writeSync(rest));
  file.syncSync();
}

/** Blocks for so many milliseconds, where nothing can be awaited. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Looks at a file, or at what a link leads to; `undefined` for what is missing or out of reach. */
export function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** Looks at the entry itself, not at the target of a link. */
export function entryAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

/** The names in a folder; none where there is no such folder, or it is not for us to read. */
export function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

/** The file's text; `undefined` for what is missing or out of reach. */
export function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * The same of an ordinary file of at most so many bytes: a pipe or a device of that name, which anybody can put into a
 * shared folder, would be read without end.
 */
export function shortTextOf(path: string, maxBytes: number): string | undefined {
  const info = infoOf(path);
  return info?.isFile && info.size <= maxBytes ? textOf(path) : undefined;
}

/** The bytes from a place of the file on, as many as there are up to `length`. */
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

export function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** Removes a file if it can: else another process was first, or it is tried again the next time. */
export function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Whoever calls it can do nothing about it.
  }
}

/** Does what needs something to be there; `undefined` where it is not. */
export function unlessAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Writes into a private folder, and makes that first where it is missing, which it seldom is. */
export function writeInFolder(folder: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    ensurePrivateFolder(folder);
    write();
  }
}

/** True when the path leads to a file; false for one that cannot be looked at. */
export function isFile(path: string): boolean {
  return infoOf(path)?.isFile === true;
}

/** True when the path leads to a folder: reading one fails with another error on each system. */
export function isFolder(path: string): boolean {
  return infoOf(path)?.isDirectory === true;
}

/** True when the path leads to what is neither file nor folder: a pipe or a device, which one may wait for without end. */
export function isSpecial(path: string): boolean {
  const info = infoOf(path);
  return info !== undefined && !info.isFile && !info.isDirectory;
}

/** Makes room for a file of ours: nothing is kept in a pipe or a device. */
export function removeSpecial(path: string): void {
  if (isSpecial(path)) Deno.removeSync(path);
}

/**
 * The bits that say who may do what with a file; `null` on Windows, which has none: the runtime makes some up there, by
 * which nobody may start anything and everybody may read all.
 */
export function modeOf(
  { mode }: Pick<Deno.FileInfo, "mode">,
  system: typeof Deno.build.os = Deno.build.os,
): number | null {
  return system === "windows" ? null : mode;
}

/** True when anybody may start the file; on Windows nothing but its name tells. */
export function isExecutable(
  info: Pick<Deno.FileInfo, "mode">,
  system: typeof Deno.build.os = Deno.build.os,
): boolean {
  const mode = modeOf(info, system);
  return mode === null || (mode & 0o111) !== 0;
}

/** The name of a program's file. */
export function executableName(program: string, system: typeof Deno.build.os = Deno.build.os): string {
  return system === "windows" ? `${program}.exe` : program;
}

/** The first bytes of a file as text; empty where it cannot be read. */
export function headText(path: string, bytes: number): string {
  return partOf(path, () => 0, bytes);
}

/** The last ones, from wherever in a line they begin. */
export function tailText(path: string, bytes: number): string {
  return partOf(path, (size) => Math.max(0, size - bytes), bytes);
}

function partOf(path: string, start: (size: number) => number, bytes: number): string {
  if (!isFile(path)) return ""; // a pipe would be waited for
  try {
    using file = Deno.openSync(path);
    const size = file.seekSync(0, Deno.SeekMode.End);
    return new TextDecoder().decode(bytesAt(file, start(size), Math.min(size, bytes)));
  } catch {
    return "";
  }
}
