// The faults of the database, told from SQLite's messages.

export type StoreFault =
  | "absent"
  | "busy"
  | "corrupt"
  | "newer"
  | "older"
  | "full"
  | "read-only"
  | "unusable";

/** Thrown if the database cannot be used. A hook then writes its records to the spool. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  constructor(readonly fault: StoreFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** Tells whether a fault is normal: another process writes, or no session has made the database yet. */
export const isUsual = (fault: StoreFault): boolean => fault === "busy" || fault === "absent";

/** Words of SQLite's messages with their faults, because `node:sqlite` gives no usable code. First match wins. */
const FAULTS: readonly (readonly [RegExp, StoreFault])[] = [
  [/is locked/, "busy"], // the database, or one of its tables
  [/malformed database schema|disk image is malformed|file is not a database/, "corrupt"],
  // The search index cannot be read, or a table or column is gone: a database of this version has all.
  [/vtable constructor failed|no such (?:table|column)/, "corrupt"],
  [/disk is full|No space left on device|not enough space on the disk/, "full"], // the last two: of a file beside it
  [/readonly database|Read-only file system/, "read-only"],
];

/** Makes a `StoreError` of any error. An unknown one makes the database unusable for this run. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(FAULTS.find(([words]) => words.test(message))?.[1] ?? "unusable", message, error);
}

/** Words of messages of SQLite, `node:sqlite` and `apply_writes.ts` that blame the record and not the database. */
const OF_RECORD = // the last is thrown for an object where a text belongs
  /constraint failed|cannot store|datatype mismatch|too big|unknown record|malformed JSON|Unknown named parameter/;

/** Tells whether this record can never be stored, whatever the state of the database and its disk. */
export function blamesRecord(error: StoreError): boolean {
  if (error.fault !== "unusable") return false;
  if (error.cause instanceof TypeError || error.cause instanceof RangeError) return true;
  return OF_RECORD.test(error.message);
}
