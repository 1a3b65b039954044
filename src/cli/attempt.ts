import { reasonOf, UserError } from "../base/user_error.ts";

/** Returns what `work` does; its failure is "Cannot <what>: <reason>", with what to do about it. */
export function attempt<T>(what: string, hint: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(`Cannot ${what}: ${reasonOf(cause)}`, { hint, cause });
  }
}
