// Cleans what hooks store. Loads the rules only if a text may need them, because they are large.
import { cutMiddle } from "../base/cut.ts";
import type { Settings } from "../base/settings.ts";
import { mayNeedCleaning } from "./prefilter.ts";

export interface Cleaner {
  cleanText(text: string): string;
  cleanJson(value: unknown): unknown;
}

/** Loads the privacy rules: for texts for which `mayNeedCleaning` returns true, and for all messages of the log. */
export const loadRules = () => import("./clean.ts");

/** Returns a cleaner for the texts in `kept`. It removes private parts and secrets, and cuts long strings. */
export async function loadCleaner(kept: unknown, settings: Settings): Promise<Cleaner> {
  const { max_field_bytes } = settings.capture;
  if (mayNeedCleaning(kept, max_field_bytes)) return (await loadRules()).cleanerFor(settings, kept);
  // This `cleanJson` does not cut strings: `call_record.ts` cuts the whole JSON (`cutJson`).
  return { cleanText: (text) => cutMiddle(text, max_field_bytes), cleanJson: (value) => value };
}

/** Returns the text without private parts and, unless `redactSecrets` is false, without secrets. */
export async function cleanIfNeeded(text: string, redactSecrets: boolean): Promise<string> {
  return mayNeedCleaning(text) ? (await loadRules()).cleanText(text, { redactSecrets }) : text;
}
