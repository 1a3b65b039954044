import type { CleanOptions } from "../../core/privacy/clean.ts";
import type { Settings } from "../../core/settings.ts";

/** How texts are cleaned before anything is made of them: as hooks do it, in the way that suits a long run. */
export function cleaningOf({ privacy }: Settings): CleanOptions {
  return { redactSecrets: privacy.redact_secrets, isLongRunning: true };
}
