import type { Write } from "../core/writes.ts";
import { ensurePrivateFolder, writeAtomic } from "./atomic_file.ts";
import type { Paths } from "./paths.ts";

const SUFFIX = ".jsonl";
/** What cannot be read as records is kept here for a person to look at. */
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
  try {
    writeAtomic(`${paths.spool}/${name}`, text);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    ensurePrivateFolder(paths.spool);
    writeAtomic(`${paths.spool}/${name}`, text);
  }
}

/** Names of the spooled files, oldest first; empty when there is no spool. */
export function listSpool(paths: Paths): string[] {
  try {
    const names: string[] = [];
    for (const entry of Deno.readDirSync(paths.spool)) {
      if (entry.isFile && entry.name.endsWith(SUFFIX)) names.push(entry.name);
    }
    return names.sort();
  } catch {
    return [];
  }
}

/** The records of one file; `undefined` when it is gone (another process drained it) or is not ours to read. */
export function readSpoolFile(paths: Paths, name: string): SpoolFile | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(`${paths.spool}/${name}`);
  } catch {
    return undefined;
  }
  try {
    const lines = text.split("\n").filter((line) => line !== "");
    return { name, writes: lines.map((line) => JSON.parse(line) as Write) };
  } catch {
    rejectSpoolFile(paths, name);
    return undefined;
  }
}

/** Where the files are that could not be read. */
export function rejectedFolder(paths: Paths): string {
  return `${paths.spool}/${REJECTED}`;
}

/** Sets a file aside that cannot be applied, so that it does not stop the others. */
export function rejectSpoolFile(paths: Paths, name: string): void {
  try {
    ensurePrivateFolder(`${paths.spool}/${REJECTED}`);
    Deno.renameSync(`${paths.spool}/${name}`, `${paths.spool}/${REJECTED}/${name}`);
  } catch {
    // It stays where it is and is tried again by the next drain.
  }
}

/** Removes what a writer that was killed left half-written; a living one needs moments. */
export function removeAbandoned(paths: Paths, now: number): void {
  for (const name of abandonedNames(paths)) {
    const file = `${paths.spool}/${name}`;
    try {
      if (now - (Deno.statSync(file).mtime?.getTime() ?? now) > ABANDONED_AFTER_MS) Deno.removeSync(file);
    } catch {
      // Its writer has just finished, or another process removed it.
    }
  }
}

function abandonedNames(paths: Paths): string[] {
  try {
    return [...Deno.readDirSync(paths.spool)].map((entry) => entry.name).filter((name) =>
      name.endsWith(".tmp")
    );
  } catch {
    return [];
  }
}

/** Removes a file whose records are in the database; one that is already gone is fine. */
export function removeSpoolFile(paths: Paths, name: string): void {
  try {
    Deno.removeSync(`${paths.spool}/${name}`);
  } catch {
    // Another process drained it too, or the folder is read-only: the database knows its name.
  }
}

/** How many files were set aside as unreadable. */
export function countRejected(paths: Paths): number {
  try {
    return [...Deno.readDirSync(`${paths.spool}/${REJECTED}`)].length;
  } catch {
    return 0;
  }
}
