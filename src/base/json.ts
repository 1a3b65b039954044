/** A JSON object whose fields are still unknown. */
export type WireObject = { readonly [key: string]: unknown };

/** The parsed text, or `undefined` where it is not one JSON value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value as an object, or `undefined` for lists, null and everything else. */
export function asObject(value: unknown): WireObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as WireObject
    : undefined;
}

/** The objects in a list; none where the value is no list. */
export function asObjects(value: unknown): WireObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];
}

/** The strings in a list; none where the value is no list. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A string that holds something, else `undefined`: absent, empty and wrongly typed are the same. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `value[path[0]][path[1]]…` as far as it goes; nothing foreign makes it throw. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}
