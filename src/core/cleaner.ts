import { cleanJson, cleanText } from "./clean.ts";
import type { Settings } from "./settings.ts";

/** What takes private parts and secrets out. */
export interface Cleaner {
  cleanText(text: string): string;
  cleanJson(value: unknown): unknown;
}

/** The rules as the settings say. */
export function cleanerFor({ privacy, capture }: Settings): Cleaner {
  const options = { redactSecrets: privacy.redact_secrets, maxBytes: capture.max_field_bytes };
  return {
    cleanText: (text) => cleanText(text, options),
    cleanJson: (value) => cleanJson(value, options),
  };
}
