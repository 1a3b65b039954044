/** A column of JSON as it was written; `undefined` where nothing or something else stands there. */
export function parseColumn<T>(text: string | null): T | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined; // what was forgotten is replaced in place, and may leave no JSON
  }
}

/** A column that holds a JSON list; an empty one for anything else. */
export function parseList<T>(text: string): T[] {
  const value = parseColumn<unknown>(text);
  return Array.isArray(value) ? value : [];
}

/** The same of texts: what else is in it is left out. */
export function parseTexts(text: string): string[] {
  return parseList<unknown>(text).filter((one) => typeof one === "string");
}
