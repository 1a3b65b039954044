// Turns any failure of a command into the one line that a person reads: what failed, why, and what to do.
import { reasonOf, UserError } from "../../base/user_error.ts";
import { asStoreError, type StoreFault } from "../../store/store_error.ts";
import { plainLine } from "./plain_text.ts";

/** The hints of known faults. "unusable" has none: there the caller's own guess is better. */
const DATABASE_HINTS: Readonly<Partial<Record<StoreFault, string>>> = {
  absent: "run `mneme install`",
  busy: "try again in a moment",
  corrupt: "run `mneme doctor`",
  newer: "install the newer mneme",
  older: "run `mneme process`",
  full: "free some space on the disk",
  "read-only": "make the data folder writable",
};

export function plainReason(cause: unknown): string {
  const reason = reasonOf(cause);
  // Deno refuses paths in /proc, /dev and /sys to compiled executables.
  if (reason.startsWith("Requires all access to")) return "the system keeps files of its own there";
  if (cause instanceof Deno.errors.NotFound) return "it is not there";
  if (cause instanceof Deno.errors.IsADirectory) return "it is a folder";
  return plainLine(reason.replace(/ \(os error \d+\).*/s, ""), 300); // it ends with the path, which the caller names
}

/** Returns the `UserError` "Cannot <what>: <reason>" for a failure; a `UserError` is returned unchanged. */
export function asUserError(what: string, cause: unknown, hint = "run `mneme doctor`"): UserError {
  if (cause instanceof UserError) return cause;
  const known = DATABASE_HINTS[asStoreError(cause).fault];
  return new UserError(`Cannot ${what}: ${plainReason(cause)}`, { hint: known ?? hint, cause });
}

export function attempt<T>(what: string, hint: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw asUserError(what, cause, hint);
  }
}
