import { below } from "../base/slashes.ts";
import type { Write } from "../base/writes.ts";
import {
  ensurePrivateFolder,
  entriesOf,
  infoOf,
  removeQuietly,
  textOf,
  writeAtomic,
  writeInFolder,
} from "./files.ts";
import type { Paths } from "./paths.ts";

const SUFFIX = ".jsonl";
/** A file that cannot be read as records is kept here for a person to look at. */
const REJECTED = "rejected";
const ABANDONED_AFTER_MS = 3_600_000;

/** One run of a hook: its records, a line each. */
export interface SpoolFile {
  readonly name: string;
  readonly writes: readonly Write[];
}

/** Keeps the records until the database can be written. The name sorts by time and is unique. Throws. */
export function spoolWrites(paths: Paths, writes: readonly Write[]): void {
  const time = Date.now().toString().padStart(15, "0");
  const name = `${time}-${Deno.pid}-${Math.random().toString(36).slice(2, 10)}${SUFFIX}`;
  const text = writes.map((write) => JSON.stringify(write) + "\n").join("");
  writeInFolder(paths.spool, () => writeAtomic(`${paths.spool}/${name}`, text));
}

/** Names of the spooled files, oldest first; empty when there is no spool. */
export function listSpool(paths: Paths): string[] {
  const files = entriesOf(paths.spool).filter(({ isFile, name }) => isFile && name.endsWith(SUFFIX));
  return files.map(({ name }) => name).sort();
}

/** The records of one file; `undefined` when it is gone (another process drained it) or is not ours to read. */
export function readSpoolFile(paths: Paths, name: string): SpoolFile | undefined {
  const text = textOf(`${paths.spool}/${name}`);
  if (text === undefined) return undefined;
  try {
    const lines = text.split("\n").filter((line) => line !== "");
    return { name, writes: lines.map((line) => JSON.parse(line) as Write) };
  } catch {
    rejectSpoolFile(paths, name);
    return undefined;
  }
}

/** The folder of files that could not be read. */
export function rejectedFolder(paths: Paths): string {
  return below(paths.spool, REJECTED);
}

/** Sets a file aside that cannot be applied, so that it does not stop the others. */
export function rejectSpoolFile(paths: Paths, name: string): void {
  try {
    ensurePrivateFolder(rejectedFolder(paths));
    Deno.renameSync(`${paths.spool}/${name}`, `${rejectedFolder(paths)}/${name}`);
  } catch {
    // It stays where it is and is tried again by the next drain.
  }
}

/** Removes what a writer that was killed left half-written; a living one needs moments. */
export function removeAbandoned(paths: Paths, now: number): void {
  for (const { name } of entriesOf(paths.spool)) {
    const file = `${paths.spool}/${name}`;
    const changedAt = name.endsWith(".tmp") ? infoOf(file)?.mtime?.getTime() : undefined;
    if (now - (changedAt ?? now) > ABANDONED_AFTER_MS) removeQuietly(file);
  }
}

/** Removes a file whose records are in the database, which knows its name should it stay. */
export function removeSpoolFile(paths: Paths, name: string): void {
  removeQuietly(`${paths.spool}/${name}`);
}

/** The number of files that were set aside as unreadable. */
export function countRejected(paths: Paths): number {
  return entriesOf(rejectedFolder(paths)).length;
}
