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
}

/** The databases that were set aside as damaged, without their logs; oldest first. */
export function setAsideFiles({ root, database }: Paths): string[] {
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
    const { read, added, upTo } = JSON.parse(Deno.readTextFileSync(file + MARK));
    return { read: Number(read), added: Number(added), upTo: upTo ?? {} };
  } catch {
    return undefined;
  }
}

function isDone(file: string): boolean {
  const done = changedAt(file + MARK) ?? 0;
  return done > (changedAt(file) ?? 0) && done > (changedAt(`${file}-wal`) ?? 0);
}

/** In milliseconds since the epoch; `undefined` where there is no such file. */
function changedAt(file: string): number | undefined {
  try {
    return Deno.statSync(file).mtime?.getTime() ?? 0;
  } catch {
    return undefined;
  }
}
