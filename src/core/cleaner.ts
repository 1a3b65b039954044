import { cleanJson, cleanText } from "./clean.ts";
import type { Cleaner } from "./cleaning.ts";
import type { Settings } from "./settings.ts";

/** The rules as the settings say. */
export function cleanerFor({ privacy, capture }: Settings): Cleaner {
  const options = { redactSecrets: privacy.redact_secrets, maxBytes: capture.max_field_bytes };
  return {
    cleanText: (text) => cleanText(text, options),
    cleanJson: (value) => cleanJson(value, options),
  };
}
