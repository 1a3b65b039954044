/** Deeper than any real payload; deeper ones are cut by `cleanJson`. */
const MAX_DEPTH = 200;
/** About what a number, or the marks around a text, take. */
const MARKS = 4;

/** Whether parsed JSON takes more than about that many units as text, or is nested too deep to be looked through. */
export function isLargeOrDeep(value: unknown, units: number): boolean {
  return roomAfter(value, units, 0) < 0;
}

function roomAfter(value: unknown, units: number, depth: number): number {
  if (typeof value === "string") return units - value.length - MARKS;
  if (typeof value !== "object" || value === null) return units - MARKS;
  if (depth >= MAX_DEPTH) return -1;
  let room = units;
  for (const key in value) {
    room = roomAfter((value as Record<string, unknown>)[key], room - key.length, depth + 1);
    if (room < 0) break;
  }
  return room;
}

/** Strings that are longer are looked at one by one. */
const LONG = 4096;

/** Parsed JSON, with an empty string in place of each long one, and the long ones, none of them twice. */
export interface Apart {
  readonly rest: unknown;
  readonly long: readonly string[];
}

/** Takes the long strings out of parsed JSON, or of a string. What is nested too deep stays as it is. */
export function apartFromLong(value: unknown): Apart {
  const long: string[] = [];
  return { rest: withoutLong(value, long, 0), long };
}

function withoutLong(value: unknown, long: string[], depth: number): unknown {
  if (typeof value === "string") {
    if (value.length <= LONG) return value;
    if (!long.includes(value)) long.push(value); // what is written into a file comes back in the answer
    return "";
  }
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withoutLong(item, long, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutLong(item, long, depth + 1)]),
  );
}

/** Whether a string or a key of parsed JSON holds the words; what is nested too deep is not looked at. */
export function holdsWords(value: unknown, words: string, depth = 0): boolean {
  if (typeof value === "string") return value.includes(words);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return false;
  return Object.entries(value).some(([key, item]) =>
    key.includes(words) || holdsWords(item, words, depth + 1)
  );
}
