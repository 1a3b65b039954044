import { writeAtomic } from "../../host/atomic_file.ts";
import type { Paths } from "../../host/paths.ts";

/** What stands beside a file from when it is begun with: how far somebody came with it. */
const MARK = ".salvaged";
const BEGUN = "begun\n";

/** What was made of a database that was set aside, once it was read to its end. */
export interface Salvaged {
  /** Rows that could be read, and those of them that were not there yet. */
  readonly read: number;
  readonly added: number;
  /** The highest number that was read, by table: where its rows have numbers, a later one is new. */
  readonly upTo: Readonly<Record<string, number>>;
  /** The `stateOf` the file that was read; absent where an older mneme read it. */
  readonly state?: string | undefined;
}

/** The databases that were set aside as damaged, without their logs; oldest first. */
function setAsideFiles({ root, database }: Paths): string[] {
  const prefix = `${database.slice(database.lastIndexOf("/") + 1)}.corrupt-`;
  return [...Deno.readDirSync(root)].map(({ name }) => name)
    .filter((name) => name.startsWith(prefix) && name.endsWith("Z")).sort()
    .map((name) => `${root}/${name}`);
}

/** Those of which something may still be to be brought back. */
export function waitingFiles(paths: Paths): string[] {
  return setAsideFiles(paths).filter((file) => !isDone(file));
}

/** Whether somebody has begun with it before. */
export function wasBegun(file: string): boolean {
  return changedAt(file + MARK) !== undefined;
}

export function markBegun(file: string): void {
  writeAtomic(file + MARK, BEGUN, { changedAt: new Date(0) });
}

/** `begunAt`: a change of the file since then makes it one that waits again. */
export function markDone(file: string, salvaged: Salvaged, begunAt: Date): void {
  writeAtomic(file + MARK, JSON.stringify(salvaged) + "\n", { changedAt: begunAt });
}

/** What the last run that came to its end has made of it; `undefined` where none did, or it was an older mneme. */
export function salvagedOf(file: string): Salvaged | undefined {
  try {
    const { read, added, upTo, state } = JSON.parse(markOf(file) ?? "");
    return { read: Number(read), added: Number(added), upTo: upTo ?? {}, state };
  } catch {
    return undefined;
  }
}

/** Differs once the file or the log beside it was written to, and where they were copied: times tell nothing there. */
export function stateOf(file: string): string {
  return [file, logOf(file)].map((path) => {
    const { size, mtime } = infoOf(path) ?? { size: 0, mtime: null };
    return size === 0 ? "-" : `${size} ${mtime?.getTime()}`; // whoever reads it makes a log without anything in it
  }).join(" ");
}

function isDone(file: string): boolean {
  const mark = markOf(file);
  if (mark === undefined || mark === BEGUN) return false;
  const done = changedAt(file + MARK) ?? 0;
  if (done <= (changedAt(file) ?? 0) || done <= (changedAt(logOf(file)) ?? 0)) return false;
  const { state } = salvagedOf(file) ?? {};
  return state === undefined || state === stateOf(file);
}

function markOf(file: string): string | undefined {
  try {
    return Deno.readTextFileSync(file + MARK);
  } catch {
    return undefined;
  }
}

/** SQLite has it beside the file itself, also where a user's link to that one stood in the data folder. */
function logOf(file: string): string {
  try {
    return `${Deno.realPathSync(file)}-wal`;
  } catch {
    return `${file}-wal`;
  }
}

/** In milliseconds since the epoch; `undefined` where there is no such file. */
function changedAt(file: string): number | undefined {
  const info = infoOf(file);
  return info && (info.mtime?.getTime() ?? 0);
}

function infoOf(file: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(file);
  } catch {
    return undefined;
  }
}
