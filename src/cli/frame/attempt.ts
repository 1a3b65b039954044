import { reasonOf, UserError } from "../../base/user_error.ts";
import { asStoreError, type StoreFault } from "../../store/store_error.ts";
import { plainLine } from "./plain_text.ts";

/** The advice for each fault of the database. There is none for "unusable": the caller's own advice is better. */
const DATABASE_HINTS: Readonly<Partial<Record<StoreFault, string>>> = {
  absent: "run `mneme install`",
  busy: "try again in a moment",
  corrupt: "run `mneme doctor`",
  newer: "install the newer mneme",
  older: "run `mneme process`",
  full: "free some space on the disk",
  "read-only": "make the data folder writable",
};

/** The reason why a path in /proc, /dev or /sys cannot be used. */
export const RESERVED = "the system keeps files of its own there";

/** Returns the reason of a failure in one line, without the error numbers and names that the system adds. */
export function plainReason(cause: unknown): string {
  const reason = reasonOf(cause);
  if (reason.startsWith("Requires all access to")) return RESERVED;
  if (cause instanceof Deno.errors.NotFound) return "it is not there";
  return plainLine(reason.replace(/ \(os error \d+\).*/s, ""), 300);
}

/** Returns a `UserError` "Cannot <what>: <reason>" with a hint for any failure. A `UserError` is returned unchanged. */
export function asUserError(what: string, cause: unknown, hint = "run `mneme doctor`"): UserError {
  if (cause instanceof UserError) return cause;
  const known = DATABASE_HINTS[asStoreError(cause).fault];
  return new UserError(`Cannot ${what}: ${plainReason(cause)}`, { hint: known ?? hint, cause });
}

/** Returns the result of `work`. Rethrows its errors as a `UserError`. */
export function attempt<T>(what: string, hint: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw asUserError(what, cause, hint);
  }
}
