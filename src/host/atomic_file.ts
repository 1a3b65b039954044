import { sleepSync } from "./sleep_sync.ts";

/** 127 ms together. */
const LONGEST_PAUSE_MS = 64;

export interface WriteOptions {
  /** Default 0600: what mneme writes is private unless it belongs to somebody else. */
  readonly mode?: number;
  /** Waits for the disk, for files that a person wrote; ours survive a crash of the process without it. */
  readonly durable?: boolean;
  /** When it is to have changed; absent: now. */
  readonly changedAt?: Date;
}

/** Replaces the file in one step: readers see the old text or the new one. Throws, leaving nothing behind. */
export function writeAtomic(path: string, text: string, options: WriteOptions = {}): void {
  const temporary = `${path}.${Deno.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeNew(temporary, text, options);
    if (options.changedAt !== undefined) Deno.utimeSync(temporary, options.changedAt, options.changedAt);
    rename(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

/**
 * On Windows a rename is refused while somebody has one of the files open who does not share it: a virus scanner looks
 * at what was just written, and it is over in milliseconds.
 */
function rename(from: string, to: string): void {
  if (Deno.build.os !== "windows") return Deno.renameSync(from, to);
  renameAgain(() => Deno.renameSync(from, to));
}

/** Tries it for as long as a hook can wait; a folder that is not there does not come. */
export function renameAgain(work: () => void): void {
  for (let pause = 1;; pause *= 2) {
    try {
      return work();
    } catch (error) {
      if (pause > LONGEST_PAUSE_MS || error instanceof Deno.errors.NotFound) throw error;
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

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The failure being reported is the write's; a temporary file that stays is harmless.
  }
}
