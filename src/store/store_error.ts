// The faults of the database, told from SQLite's messages.
import words from "./store_error_words.json" with { type: "json" };

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
const FAULTS = words.faults as readonly { readonly words: string; readonly fault: StoreFault }[];

/** Makes a `StoreError` of any error. An unknown one makes the database unusable for this run. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const fault = FAULTS.find((row) => message.includes(row.words))?.fault ?? "unusable";
  return new StoreError(fault, message, error);
}

/** Tells whether this record can never be stored, whatever the state of the database and its disk. */
export function blamesRecord(error: StoreError): boolean {
  if (error.fault !== "unusable") return false;
  if (error.cause instanceof TypeError || error.cause instanceof RangeError) return true;
  return words.of_record.some((one) => error.message.includes(one.words));
}
