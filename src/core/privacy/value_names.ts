type Fields = Readonly<Record<string, unknown>>;

/** As they stand beside a label; the second as the services of Amazon write it. */
export const VALUE_KEYS = ["value", "Value"];

/** What a value is called by its key or by what stands beside it. */
export function nameOf(key: string, object: Fields): string {
  if (key === "text") return fieldOf(object);
  return isPrivateNumber(key, object) ? "private_key" : key;
}

/** `{ "name": "DB_PASSWORD", "value": "…" }`, as container settings and headers are written. */
export function labelOf(object: Fields): string {
  const label = object.name ?? object.key ?? object.Name ?? object.Key;
  return typeof label === "string" ? label : "";
}

/** Of a JSON Web Key. */
function isPrivateNumber(key: string, { kty }: Fields): boolean {
  return typeof kty === "string" && /^(?:d|p|q|dp|dq|qi|k)$/.test(key);
}

/** `{ "element": "Password field", "text": "…" }`, as a browser is told what to type where. */
function fieldOf({ element }: Fields): string {
  return typeof element === "string" ? element.replace(/ (?:text ?)?(?:field|input|box)\b.*/, "") : "text";
}
