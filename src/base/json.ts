// Reads parts of parsed JSON whose form is not known. Nothing here throws.
import { orUndefined } from "./or_undefined.ts";

export type WireObject = { readonly [key: string]: unknown };

/** Returns `undefined` if the text is not one JSON value. */
export const parseJson = (text: string): unknown => orUndefined(() => JSON.parse(text));

/** Returns an object as it is; `undefined` for lists, null and everything else. */
export function asObject(value: unknown): WireObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as WireObject
    : undefined;
}

/** Returns the objects in a list; `[]` for anything else. */
export function asObjects(value: unknown): WireObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];
}

/** Returns the strings in a list; `[]` for anything else. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Returns a string that is not empty, else `undefined`. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns `value[path[0]][path[1]]…`, or `undefined` without such a key. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}
