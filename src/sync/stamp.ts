// Timestamps and ids whose order is the same on all machines. For all of sync.

/**
 * The time of a change: a hybrid logical clock (Kulkarni et al., 2014) as text that sorts. In hexadecimal,
 * `0192f3c4a5b6-0000-1a2b3c4d` has the milliseconds since 1970, a counter within the millisecond, and the id
 * of the machine (`origin`).
 */
export type Stamp = string;

const MS_DIGITS = 12;
const COUNT_DIGITS = 4;
const MAX_COUNT = 16 ** COUNT_DIGITS - 1;

/**
 * Returns the stamp of a change at the time `ms`, which follows the change `previous`. It is later than
 * `previous` even if the clock lags, so that a machine can overwrite what it has received.
 */
export function stampAfter(previous: Stamp | undefined, ms: number, origin: string): Stamp {
  const last = previous === undefined ? -1 : msOf(previous);
  if (ms > last) return stampOf(ms, 0, origin);
  const count = Number.parseInt(previous!.slice(MS_DIGITS + 1, MS_DIGITS + 1 + COUNT_DIGITS), 16) + 1;
  return count > MAX_COUNT ? stampOf(last + 1, 0, origin) : stampOf(last, count, origin);
}

/** The most milliseconds by which a stamp may be ahead. A later one would win every merge. */
export const MOST_AHEAD_MS = 86_400_000;

const STAMPS = /[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{8}/g;

export function stampsIn(value: unknown): Set<Stamp> {
  return new Set(JSON.stringify(value).match(STAMPS));
}

/**
 * Replaces stamps that this machine made while its clock was over a day ahead, as other machines refuse them.
 * The new stamp is later than all stamps of the record that are not ahead.
 */
export function setBack<T>(record: T, origin: string, now: number): T {
  const text = JSON.stringify(record);
  const isAhead = (stamp: Stamp) => msOf(stamp) > now + MOST_AHEAD_MS;
  const stamps = text.match(STAMPS) ?? [];
  if (!stamps.some(isAhead)) return record;
  const last = stamps.filter((stamp) => !isAhead(stamp)).sort().at(-1);
  const stamp = stampAfter(last, now, origin);
  return JSON.parse(text.replace(STAMPS, (one) => isAhead(one) && originOf(one) === origin ? stamp : one));
}

export function msOf(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, MS_DIGITS), 16);
}

export function originOf(stamp: Stamp): string {
  return stamp.slice(MS_DIGITS + COUNT_DIGITS + 2);
}

export function isStamp(value: unknown): value is Stamp {
  return typeof value === "string" && /^[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{8}$/.test(value);
}

export function laterOf(a: Stamp | undefined, b: Stamp): Stamp {
  return a === undefined || b > a ? b : a;
}

function stampOf(ms: number, count: number, origin: string): Stamp {
  const digits = Math.max(0, Math.trunc(ms)).toString(16).padStart(MS_DIGITS, "0");
  return `${digits}-${count.toString(16).padStart(COUNT_DIGITS, "0")}-${origin}`;
}

/**
 * The most ids in a batch: made together, they differ only in the last two digits. The name of the batch's file
 * (`BATCH_FILE` in folder_remote.ts) has a bit for each.
 */
export const BATCH_SIZE = 64;

/** Returns UUIDs that sort by time (version 7, RFC 9562), in batches: `FolderRemote` writes each into one file. */
export function uuidsNow(count: number): string[] {
  let base = "";
  return Array.from({ length: count }, (_, i) => {
    if (i % BATCH_SIZE === 0) base = uuidNow().slice(0, -2);
    return base + (i % BATCH_SIZE).toString(16).padStart(2, "0");
  });
}

export function uuidNow(): string {
  const hex = crypto.getRandomValues(new Uint8Array(8)).toHex();
  const ms = Date.now().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6)}00`;
}
