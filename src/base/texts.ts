/** Deeper than any real payload; deeper ones are cut by `cleanJson`. */
const MAX_DEPTH = 200;
/** Tells whether a string or a key of parsed JSON holds the words; values nested too deep are not looked at. */
export function holdsWords(value: unknown, words: string, depth = 0): boolean {
  if (typeof value === "string") return value.includes(words);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return false;
  return Object.entries(value).some(([key, item]) =>
    key.includes(words) || holdsWords(item, words, depth + 1)
  );
}
