/** A JSON object whose fields are still unknown. */
export type WireObject = { readonly [key: string]: unknown };

/** The value as an object, or `undefined` for lists, null and everything else. */
export function asObject(value: unknown): WireObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as WireObject
    : undefined;
}

/** A string that holds something, else `undefined`: absent, empty and wrongly typed are the same. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Foreign ids become keys and log fields: one line, bounded, else `undefined`. */
export function asId(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && text.length <= 200 && !hasControl(text) ? text : undefined;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
