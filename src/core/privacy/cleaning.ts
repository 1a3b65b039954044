import { isTooLarge, mayNeedCleaning } from "./privacy_signs.ts";
import type { Settings } from "../settings.ts";

/** What takes private parts and secrets out, and cuts what is too long to keep. */
export interface Cleaner {
  cleanText(text: string): string;
  cleanJson(value: unknown): unknown;
}

/** Loads what is needed to clean; of a shortened document `undefined` where what is left out is needed for it. */
export type Cleaning = (settings: Settings, leftOut?: number) => Promise<Cleaner | undefined>;

/**
 * What cleans these texts and all that is a part of them; `undefined` where a quick look shows that there is nothing to
 * do: most tool calls hold neither a private block nor a secret, and the rules are the largest part of a hook.
 */
export function cleaningOf(kept: unknown): Cleaning | undefined {
  if (!mayNeedCleaning(kept)) return undefined;
  const load = isTooLarge(kept) ? loadForLarge : loadRules;
  return (settings, leftOut = 0) => load(kept, settings, leftOut);
}

async function loadForLarge(
  kept: unknown,
  settings: Settings,
  leftOut: number,
): Promise<Cleaner | undefined> {
  const { cutterFor } = await import("./large_texts.ts");
  return cutterFor(kept, settings, leftOut) ?? await loadRules(kept, settings, leftOut);
}

/** They take a text as it is: of a shortened one they would see, and keep, the mark of what is left out. */
async function loadRules(kept: unknown, settings: Settings, leftOut: number): Promise<Cleaner | undefined> {
  if (leftOut > 0) return undefined;
  const { cleanerFor } = await import("./cleaner.ts");
  return cleanerFor(settings, kept);
}
