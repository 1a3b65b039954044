// The phrases (`recall_when`) in which somebody would ask for a memory, in other words than the memory's own.
import { NOT_SHOWN } from "../base/frame.ts";
import { UsageError } from "../base/user_error.ts";

/** With more phrases, a memory would be found for questions about something else. */
export const MAX_PHRASES = 6;
export const MAX_PHRASE_CHARACTERS = 80;

/** Returns the phrases cleaned, each once, without blank ones. Throws a `UsageError` if one is too long, or for too many. */
export function requirePhrases(
  given: readonly string[],
  clean: (text: string) => string,
  hint = "keep those that somebody would most likely type",
): string[] {
  const phrases = cleanPhrases(given, clean);
  const characters = phrases.map((phrase) => [...phrase]).find(isTooLong);
  if (characters !== undefined) {
    const most = `${MAX_PHRASE_CHARACTERS} is the most`;
    throw new UsageError(`Cannot take a phrase of ${characters.length} characters in recall_when: ${most}`, {
      hint: `shorten "${characters.slice(0, 30).join("")}…" to what somebody would type`,
    });
  }
  if (phrases.length <= MAX_PHRASES) return phrases;
  throw new UsageError(
    `Cannot take ${phrases.length} phrases in recall_when: ${MAX_PHRASES} is the most`,
    { hint },
  );
}

/** Like `requirePhrases`, but drops what is too long or too much, as the model that gave it is not asked again. */
export function fittingPhrases(given: readonly string[], clean: (text: string) => string): string[] {
  return cleanPhrases(given, clean).filter((phrase) => !isTooLong([...phrase])).slice(0, MAX_PHRASES);
}

function cleanPhrases(given: readonly string[], clean: (text: string) => string): string[] {
  // Models send several as one text: its first ones count. A short "';' expected" or "missing ; before" stays whole.
  const several = (text: string) =>
    isTooLong([...text]) ? text.split(/[;\n]+/) : given.length === 1 ? text.split(/(?<=\S);\s|\n/) : [text];
  const tidy = (phrase: string) => phrase.replace(NOT_SHOWN, " ").trim().toWellFormed();
  return distinct(given.flatMap((text) => distinct(several(clean(text)).map(tidy)).slice(0, MAX_PHRASES)));
}

const isTooLong = (characters: readonly string[]) => characters.length > MAX_PHRASE_CHARACTERS;

/** Joins known and new phrases. If they are too many, the oldest known ones go. */
export function unitePhrases(known: readonly string[], added: readonly string[]): readonly string[] {
  const all = distinct([...known, ...added]);
  const addedKeys = new Set(added.map(keyOf));
  const older = all.filter((phrase) => !addedKeys.has(keyOf(phrase)));
  const dropped = new Set(older.slice(0, Math.max(0, all.length - MAX_PHRASES)));
  return all.filter((phrase) => !dropped.has(phrase));
}

function distinct(phrases: readonly string[]): string[] {
  return [...Map.groupBy(phrases.filter((phrase) => phrase !== ""), keyOf).values()].map(([first]) => first!);
}

const keyOf = (phrase: string) => phrase.toLowerCase();
