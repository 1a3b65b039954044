import { mayNeedCleaning } from "../core/privacy/privacy_signs.ts";
import type { HookContext } from "./context.ts";

/**
 * The text without private parts and secrets. Most of what is said holds nothing that looks like one, and the rules
 * are loaded for the rest alone.
 */
export async function cleanSaid(text: string, { settings }: HookContext): Promise<string> {
  if (!mayNeedCleaning(text)) return text;
  const { cleanText } = await import("../core/privacy/clean.ts");
  return cleanText(text, { redactSecrets: settings.privacy.redact_secrets });
}
