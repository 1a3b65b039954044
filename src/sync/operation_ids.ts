/** The most ids of a batch: ids that were made together and differ only in the last two digits. */
export const BATCH_SIZE = 64;

/** Returns UUIDs that sort by time (version 7, RFC 9562), in batches. `FolderRemote` writes a batch to one file. */
export function uuidsNow(count: number): string[] {
  let base = "";
  return Array.from({ length: count }, (_, i) => {
    if (i % BATCH_SIZE === 0) base = uuidNow().slice(0, -2);
    return base + (i % BATCH_SIZE).toString(16).padStart(2, "0");
  });
}

/** Returns a single such UUID. */
export function uuidNow(): string {
  const hex = crypto.getRandomValues(new Uint8Array(8)).toHex();
  const ms = Date.now().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6)}00`;
}
