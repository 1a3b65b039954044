/**
 * Moves a database that cannot be read out of the way, with its write-ahead log, and returns its new name.
 * `found` is the file that could not be read: when another process has just set it aside and begun a fresh one,
 * that one stays, and the answer is `undefined`. Nothing is deleted: what is in it may be wanted.
 */
export function setAside(database: string, found = fileIdentity(database)): string | undefined {
  using file = openIfThere(database);
  if (file === undefined) return undefined;
  file.lockSync(true); // whoever found the same damage waits here, and then sees that the file has gone
  if (fileIdentity(database) !== found) return undefined;
  const target = `${database}.corrupt-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  // The database comes last: once its name is free another process begins a fresh one, whose log must stay.
  for (const suffix of ["-wal", "-shm", ""]) moveIfThere(database + suffix, target + suffix);
  return target;
}

/** What tells a file from another one that later has its name; `undefined` when there is none. */
export function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino, birthtime } = Deno.statSync(path);
    return `${dev} ${ino} ${birthtime?.getTime()}`;
  } catch {
    return undefined;
  }
}

function openIfThere(path: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
