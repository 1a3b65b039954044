import { cleanText } from "../core/privacy/clean.ts";
import { mayNeedCleaning } from "../core/privacy/privacy_signs.ts";
import type { HookContext } from "./context.ts";

/** The first lines of a text without its private parts and secrets. */
export function firstLines(text: string, count: number, context: HookContext): string[] {
  return lines(clean(text, context)).slice(0, count);
}

/** The last lines that say something. Cleaned before they are cut out: a private block may begin above them. */
export function lastLines(text: string, count: number, context: HookContext): string[] {
  return lines(clean(text, context)).filter((line) => line.trim() !== "").slice(-count);
}

function lines(text: string): string[] {
  return text.trimEnd() === "" ? [] : text.trimEnd().split(/\r\n|\n|\r/);
}

function clean(text: string, { settings }: HookContext): string {
  return mayNeedCleaning(text) ? cleanText(text, { redactSecrets: settings.privacy.redact_secrets }) : text;
}
