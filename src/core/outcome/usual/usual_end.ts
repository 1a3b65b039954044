/** What stands at the end of the output of each: a sign, and the name of the format. */
const ENDS: readonly (readonly [sign: string, format: string])[] = [
  ["d in ", "pytest"],
  ["Tests  ", "vitest"],
  ["Tests:  ", "jest"],
  [" passing (", "mocha"],
  ["ℹ pass ", "node"],
  ["# pass ", "node"],
  ["test result: ", "cargo"],
  ["ok  \t", "go"],
];
const END_UNITS = 2048;

/** Parts of the words that tell of a failure. */
export const FAILURE_PARTS: readonly string[] = ["ail", "AIL", "rror", "RROR", "roken", "imeout"];

/** The format of which alone a summary stands at the end. */
export function summaryAtEnd(text: string): string | undefined {
  const end = text.slice(-END_UNITS);
  let found: string | undefined;
  for (const [sign, format] of ENDS) {
    if (format === found || !end.includes(sign)) continue;
    if (found !== undefined) return undefined;
    found = format;
  }
  return found;
}

export function holdsAny(text: string, parts: readonly string[]): boolean {
  for (const part of parts) {
    if (text.includes(part)) return true;
  }
  return false;
}
