import { mayNeedCleaning } from "../privacy/privacy_signs.ts";
import type { Outcome } from "./outcome.ts";

/** Of an output in a file that nobody has searched for secrets: a name is not worth the rules for them. */
export function withoutPrivateName<T extends Pick<Outcome, "firstFailure">>(outcome: T): T {
  if (outcome.firstFailure === undefined || !mayNeedCleaning(outcome.firstFailure)) return outcome;
  const { firstFailure: _, ...rest } = outcome;
  return rest as T; // the name is optional
}
