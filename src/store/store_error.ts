/** Why the database could not be used. */
export type StoreFault =
  | "absent"
  | "busy"
  | "corrupt"
  | "newer"
  | "older"
  | "full"
  | "read-only"
  | "unusable";

/** The database could not be used; the event goes to the spool. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/** Nothing that a person should look into: others write, or the very first session start has not made it yet. */
export function isUsual(fault: StoreFault): boolean {
  return fault === "busy" || fault === "absent";
}

/** SQLite's own words, as `node:sqlite` gives no usable code. First match wins. */
const FAULT_WORDS: readonly (readonly [string, StoreFault])[] = [
  ["database is locked", "busy"],
  ["database table is locked", "busy"],
  ["disk image is malformed", "corrupt"],
  ["file is not a database", "corrupt"],
  ["malformed database schema", "corrupt"],
  ["vtable constructor failed", "corrupt"], // the index of the search cannot be read
  ["no such table", "corrupt"],
  ["no such column", "corrupt"],
  ["disk is full", "full"],
  ["readonly database", "read-only"],
];

/** Sorts an error of SQLite. Anything unknown makes the database unusable for this run. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const fault = FAULT_WORDS.find(([words]) => message.includes(words))?.[1] ?? "unusable";
  return new StoreError(fault, message, error);
}

/** The words of SQLite when it is the row that it cannot take. */
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
