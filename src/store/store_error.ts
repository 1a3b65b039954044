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
export function isUsual(fault: StoreFault): boolean {
  return fault === "busy" || fault === "absent";
}

/** Words of SQLite's messages with their faults, because `node:sqlite` gives no usable code. First match wins. */
const FAULT_WORDS: readonly (readonly [string, StoreFault])[] = [
  ["is locked", "busy"], // the database, or one of its tables
  ["disk image is malformed", "corrupt"],
  ["file is not a database", "corrupt"],
  ["malformed database schema", "corrupt"],
  ["vtable constructor failed", "corrupt"], // the search index cannot be read
  ["no such table", "corrupt"], // a database of this version has all tables and columns
  ["no such column", "corrupt"],
  ["disk is full", "full"],
  ["No space left on device", "full"], // of a file beside the database
  ["not enough space on the disk", "full"],
  ["readonly database", "read-only"],
];

/** Makes a `StoreError` of any error. An unknown one makes the database unusable for this run. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const fault = FAULT_WORDS.find(([words]) => message.includes(words))?.[1] ?? "unusable";
  return new StoreError(fault, message, error);
}

/** Words of messages of SQLite, `node:sqlite` and `apply_writes.ts` that blame the record and not the database. */
const RECORD_WORDS = [
  "constraint failed",
  "cannot store",
  "datatype mismatch",
  "too big",
  "unknown record",
  "malformed JSON",
  "Unknown named parameter", // an object where a text belongs
];

/** Tells whether this record can never be stored, whatever the state of the database and its disk. */
export function blamesRecord(error: StoreError): boolean {
  if (error.fault !== "unusable") return false;
  if (error.cause instanceof TypeError || error.cause instanceof RangeError) return true;
  return RECORD_WORDS.some((words) => error.message.includes(words));
}
