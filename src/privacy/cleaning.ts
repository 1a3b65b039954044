import { cutMiddle } from "../base/cut.ts";
import type { Settings } from "../base/settings.ts";
import { loadRules } from "./load_rules.ts";
import { mayNeedCleaning } from "./quick_look.ts";

/** Takes private parts and secrets out, and cuts a string that is too long to keep. */
export interface Cleaner {
  cleanText(text: string): string;
  cleanJson(value: unknown): unknown;
}

/** The cleaner for these texts and all that is a part of them; only where a quick look finds something, it has the rules. */
export async function loadCleaner(kept: unknown, settings: Settings): Promise<Cleaner> {
  const { max_field_bytes } = settings.capture;
  if (mayNeedCleaning(kept, max_field_bytes)) return (await loadRules()).cleanerFor(settings, kept);
  // A caller that keeps parsed JSON cuts it, too: a copy of it is not made twice.
  return { cleanText: (text) => cutMiddle(text, max_field_bytes), cleanJson: (value) => value };
}

/** The text without private parts and, unless switched off, without secrets. */
export async function cleanIfNeeded(text: string, redactSecrets: boolean): Promise<string> {
  return mayNeedCleaning(text) ? (await loadRules()).cleanText(text, { redactSecrets }) : text;
}
