import { reasonOf, UserError } from "../../base/user_error.ts";
import { asStoreError, type StoreFault } from "../../store/store_error.ts";
import { plainLine } from "./plain_text.ts";

/** Holds what to do about a database that cannot be used; of one that is unusable whoever uses it knows more. */
const DATABASE_HINTS: Readonly<Partial<Record<StoreFault, string>>> = {
  absent: "run `mneme install`",
  busy: "try again in a moment",
  corrupt: "run `mneme doctor`",
  newer: "install the newer mneme",
  older: "run `mneme process`",
  full: "free some space on the disk",
  "read-only": "make the data folder writable",
};

/** Why a path cannot be used to which the runtime lets no executable. */
export const RESERVED = "the system keeps files of its own there";

const REASON_UNITS = 300;

/** Names the reason of a failure in one line, without the numbers, calls and temporary names that the system adds. */
export function plainReason(cause: unknown): string {
  const reason = reasonOf(cause);
  if (reason.startsWith("Requires all access to")) return RESERVED;
  if (cause instanceof Deno.errors.NotFound) return "it is not there";
  return plainLine(reason.replace(/ \(os error \d+\).*/s, ""), REASON_UNITS);
}

/** Any failure as "Cannot <what>: <reason>", with what to do about it; a `UserError`, which says that, as it is. */
export function asUserError(what: string, cause: unknown, hint = "run `mneme doctor`"): UserError {
  if (cause instanceof UserError) return cause;
  const known = DATABASE_HINTS[asStoreError(cause).fault];
  return new UserError(`Cannot ${what}: ${plainReason(cause)}`, { hint: known ?? hint, cause });
}

/** Returns what `work` does; what it throws is told as a `UserError`. */
export function attempt<T>(what: string, hint: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw asUserError(what, cause, hint);
  }
}
