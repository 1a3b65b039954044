/**
 * Moves a database that cannot be read out of the way, with its write-ahead log, and returns its new name.
 * Nothing is deleted: what is in it may be wanted.
 */
export function setAside(database: string): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const target = `${database}.corrupt-${stamp}`;
  Deno.renameSync(database, target);
  for (const suffix of ["-wal", "-shm"]) {
    try {
      Deno.renameSync(database + suffix, target + suffix);
    } catch {
      // There was none.
    }
  }
  return target;
}
