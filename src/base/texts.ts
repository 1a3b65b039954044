/** The depth of the search. No real payload is as deep, and `cleanJson` removes what lies deeper. */
const MAX_DEPTH = 200;
/** Returns true when a string or a key of parsed JSON contains `words`, down to that depth. */
export function holdsWords(value: unknown, words: string, depth = 0): boolean {
  if (typeof value === "string") return value.includes(words);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return false;
  return Object.entries(value).some(([key, item]) =>
    key.includes(words) || holdsWords(item, words, depth + 1)
  );
}
