// The spool: files of records that the database could not take; and the count of records that were lost.
import { orUndefined } from "../base/or_undefined.ts";
import { below } from "../base/slashes.ts";
import { parseJson } from "../base/json.ts";
import type { Write } from "../base/writes.ts";
import { readEnvironment } from "./environment.ts";
import {
  ensurePrivateFolder,
  entriesOf,
  infoOf,
  removeQuietly,
  sizeOf,
  textOf,
  writeAtomic,
  writeInFolder,
} from "./files.ts";
import type { Paths } from "./paths.ts";

const SUFFIX = ".jsonl";
const REJECTED = "rejected"; // files that cannot be read or stored, for a person to look at
const ABANDONED_AFTER_MS = 3_600_000; // an older temporary file is that of a killed process

/** The records of one run of a hook; the file has a line of JSON for each. */
export type Spooled = Readonly<NonNullable<ReturnType<typeof readSpoolFile>>>;

/** Writes records to a new file, whose name sorts by time. May throw. */
export function spoolWrites(paths: Paths, writes: readonly Write[]): void {
  const time = Date.now().toString().padStart(15, "0");
  const name = `${time}-${Deno.pid}-${Math.random().toString(36).slice(2, 10)}${SUFFIX}`;
  const text = writes.map((write) => JSON.stringify(write) + "\n").join("");
  writeInFolder(paths.spool, () => writeAtomic(`${paths.spool}/${name}`, text));
}

/** Returns the names of the files, oldest first. */
export function listSpool(paths: Paths): string[] {
  const files = entriesOf(paths.spool).filter(({ isFile, name }) => isFile && name.endsWith(SUFFIX));
  return files.map(({ name }) => name).sort();
}

/** The longest usual wait: records wait for a session to start or end, and a session may be long. */
const USUAL_WAIT_MS = 86_400_000;

/** Returns true if the oldest file waits for longer than is usual, or its name does not begin with a time. */
export function waitsLong([oldest]: readonly string[], now: number): boolean {
  return oldest !== undefined && !(now - Number(oldest.split("-")[0]) < USUAL_WAIT_MS);
}

/** Returns `undefined` if the file is gone, or if it is invalid: then moves it to `rejected`. */
export function readSpoolFile(paths: Paths, name: string) {
  const text = textOf(`${paths.spool}/${name}`);
  if (text === undefined) return undefined;
  const writes = text.split("\n").filter((line) => line !== "").map(parseJson);
  if (!writes.includes(undefined)) return { name, writes: writes as Write[] };
  rejectSpoolFile(paths, name);
  return undefined;
}

export const rejectedFolder = (paths: Paths): string => below(paths.spool, REJECTED);

/** Moves a file to `rejected`. If that fails, the file is tried again later. */
export function rejectSpoolFile(paths: Paths, name: string): void {
  orUndefined(() => ensurePrivateFolder(rejectedFolder(paths)));
  orUndefined(() => Deno.renameSync(`${paths.spool}/${name}`, `${rejectedFolder(paths)}/${name}`));
}

const TEMPORARY = /\.\d+(?:-[a-z\d]+)?\.tmp(?:-journal|-wal|-shm)?$/; // of `writeAtomic`, or of a database

export function removeAbandoned(paths: Paths, now: number): void {
  for (const folder of [paths.root, paths.spool, paths.state, paths.configCache, paths.backups]) {
    for (const { name } of entriesOf(folder)) {
      const file = below(folder, name);
      const changedAt = TEMPORARY.test(name) ? infoOf(file)?.mtime?.getTime() : undefined;
      if (now - (changedAt ?? now) > ABANDONED_AFTER_MS) removeQuietly(file);
    }
  }
}

export const countRejected = (paths: Paths): number => entriesOf(rejectedFolder(paths)).length;

/**
 * Appends a byte for an event that neither database nor spool could take, in the data folder or else in the
 * user's run-time folder. A first byte (`prepareLostFile`) has got the file a block of the disk before it was full.
 */
export function countLost(paths: Paths | undefined): void {
  for (const file of [paths?.lost, fallbackFile()].filter((one) => one !== undefined)) {
    try {
      return Deno.writeTextFileSync(file, ".", { append: true, mode: 0o600 });
    } catch {
      // The next file takes the byte.
    }
  }
}

export const readLost = (paths: Paths): number => countedIn(paths.lost) + countedIn(fallbackFile());

/** Call this when the loss is noted as a gap. */
export function clearLost(paths: Paths): void {
  const fallback = fallbackFile();
  if (fallback !== undefined && sizeOf(fallback) > 0) Deno.removeSync(fallback);
  Deno.writeTextFileSync(paths.lost, "\n", { mode: 0o600 });
}

/** Makes the file of `countLost` while the disk has room for it. */
export function prepareLostFile(paths: Paths): void {
  if (sizeOf(paths.lost) === 0) Deno.writeTextFileSync(paths.lost, "\n", { mode: 0o600, append: true });
}

function fallbackFile(): string | undefined {
  const folder = readEnvironment("XDG_RUNTIME_DIR");
  return folder === undefined ? undefined : `${folder}/mneme-lost`;
}

function countedIn(file: string | undefined): number {
  return file === undefined ? 0 : (textOf(file) ?? "").split(".").length - 1;
}
