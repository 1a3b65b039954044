/** Deeper than any real payload; deeper ones are cut by `cleanJson`. */
const MAX_DEPTH = 200;

/**
 * Whether `test` holds for one of the strings or keys in parsed JSON. True, too, for what is nested too deep to be
 * looked through: it needs a closer look.
 */
export function someText(value: unknown, test: (text: string) => boolean, depth = 0): boolean {
  if (typeof value === "string") return test(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => someText(item, test, depth + 1));
  return Object.entries(value).some(([key, item]) => test(key) || someText(item, test, depth + 1));
}
