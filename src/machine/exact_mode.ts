// Sets modes and owners in folders that others can write.
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync } from "node:fs";
import { orUndefined } from "../base/or_undefined.ts";
import { modeOf } from "./files.ts";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants; // opening a pipe would wait for a writer

interface Wanted {
  readonly mode: number | null;
  /** The owner, who is set where that is allowed. */
  readonly uid?: number | null;
  readonly gid?: number | null;
}

/**
 * Sets the mode, whatever the umask, and the owner of the file or folder `own`. Others may put a link to another file
 * in its place at any time, so this changes only what it has opened, and nothing if that is another file. Ignores errors:
 * Windows and some file systems have no modes.
 */
export const setExactMode = (path: string, own: Deno.FileInfo, wanted: Wanted): void =>
  modeOf(own) === null ? undefined : orUndefined(() => setOpened(path, own, wanted));

function setOpened(path: string, own: Deno.FileInfo, { mode, uid, gid }: Wanted): void {
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const { dev, ino } = fstatSync(file);
    if (dev !== own.dev || ino !== own.ino) return;
    // Only root may give a file to another user, or to a group that the program's user is not in.
    if (uid != null && gid != null) orUndefined(() => fchownSync(file, uid, gid));
    if (mode !== null) fchmodSync(file, mode & 0o7777);
  } finally {
    closeSync(file);
  }
}
