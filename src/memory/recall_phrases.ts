import { UsageError } from "../base/user_error.ts";

/** So many phrases say enough of how somebody may ask for a memory; more would find it where nobody asks for it. */
export const MAX_PHRASES = 6;
/** A phrase is what somebody types in one breath; a longer one is a text. */
export const MAX_PHRASE_CHARACTERS = 80;

/**
 * The phrases as they may be kept: without private parts and secrets, on one line, each once, in their order. What is
 * blank or wholly private is left out; a `UsageError` names one that is too long, and counts too many.
 */
export function requirePhrases(given: readonly string[], clean: (text: string) => string): string[] {
  const phrases = distinct(given.map((text) => clean(text).replace(/\s+/g, " ").trim()));
  for (const phrase of phrases) {
    const characters = [...phrase];
    if (characters.length <= MAX_PHRASE_CHARACTERS) continue;
    const most = `${MAX_PHRASE_CHARACTERS} is the most`;
    throw new UsageError(`Cannot take a phrase of ${characters.length} characters in recall_when: ${most}`, {
      hint: `shorten "${characters.slice(0, 30).join("")}…" to what somebody would type`,
    });
  }
  requireFew(phrases, "keep those that somebody would most likely type");
  return phrases;
}

/** The same for those of a model, whom nobody asks again: what is too long or too many is left out. */
export function fittingPhrases(given: readonly string[], clean: (text: string) => string): string[] {
  const phrases = distinct(given.map((text) => clean(text).replace(/\s+/g, " ").trim()));
  return phrases.filter((phrase) => [...phrase].length <= MAX_PHRASE_CHARACTERS).slice(0, MAX_PHRASES);
}

/** Joins the known phrases and the new ones; a `UsageError` where they are too many. */
export function withPhrases(known: readonly string[], added: readonly string[], hint: string): string[] {
  const phrases = distinct([...known, ...added]);
  requireFew(phrases, hint);
  return phrases;
}

/**
 * Joins the known phrases and the new ones where nobody can be asked which are to stay: the newer ones do. `left` are
 * those that gave way.
 */
export function unitePhrases(
  known: readonly string[],
  added: readonly string[],
): { readonly phrases: readonly string[]; readonly left: readonly string[] } {
  const all = distinct([...known, ...added]);
  const isAdded = new Set(distinct(added).map(keyOf));
  const older = all.filter((phrase) => !isAdded.has(keyOf(phrase)));
  const left = older.slice(0, Math.max(0, all.length - MAX_PHRASES));
  return { phrases: all.filter((phrase) => !left.includes(phrase)), left };
}

/** Names those that gave way, to stand behind what was done; empty where none did. */
export function leftText(left: readonly string[]): string {
  if (left.length === 0) return "";
  const named = left.map((phrase) => `"${phrase}"`).join(", ");
  return `; ${MAX_PHRASES} phrases are the most, so ${named} gave way to newer ones`;
}

function requireFew(phrases: readonly string[], hint: string): void {
  if (phrases.length <= MAX_PHRASES) return;
  throw new UsageError(
    `Cannot take ${phrases.length} phrases in recall_when: ${MAX_PHRASES} is the most`,
    { hint },
  );
}

/** Each once, whatever its case, as it was first said; no blank one. */
function distinct(phrases: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const phrase of phrases) {
    if (phrase !== "" && !byKey.has(keyOf(phrase))) byKey.set(keyOf(phrase), phrase);
  }
  return [...byKey.values()];
}

function keyOf(phrase: string): string {
  return phrase.toLowerCase();
}
