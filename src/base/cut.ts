// Cuts texts to a number of UTF-16 units or of UTF-8 bytes, without dividing a character.
/** Cuts a longer text to at most `maxUnits` UTF-16 units (1 or more), the last one "…". Divides no surrogate pair. */
export function cutEnd(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${withoutHalves(text.slice(0, maxUnits - 1)).trimEnd()}…`;
}

/** Like `cutEnd`, but cuts at the last blank if that keeps more than half of `maxUnits`. */
export function cutAtWord(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const blank = text.lastIndexOf(" ", maxUnits - 1);
  return cutEnd(text, blank > maxUnits / 2 ? blank + 1 : maxUnits);
}

/** Removes half a surrogate pair, which a cut may have left, from both ends. */
export const withoutHalves = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");

/**
 * Cuts a text to `maxBytes` of UTF-8: head and tail remain, or the head alone if there is no room for the note between.
 * Secrets must be removed before, because half a secret is not recognized.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  const fits = text.length * 3 <= maxBytes || // a unit takes at most three bytes
    (text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes);
  return fits ? text : cutBetween(text, text, text.length, maxBytes);
}

/** Like `cutMiddle` for a text of `units`, of which only `start` and `end` (each `maxBytes / 2` or more) were read. */
export function cutBetween(start: string, end: string, units: number, maxBytes: number): string {
  const room = maxBytes - note(units).length;
  if (room <= 0) return headWithin(start, Math.max(0, maxBytes));
  const head = headWithin(start, Math.ceil(room / 2));
  const tail = tailWithin(end, Math.floor(room / 2));
  return head + note(units - head.length - tail.length) + tail;
}

/** The beginning of the note in a text without its middle. */
export const CUT_MARK = "...[mneme cut ";

/** Returns an ASCII note: a "…" would make V8 store the whole text with two bytes a unit. */
const note = (units: number): string => `${CUT_MARK}${units} characters]...`;

/** Returns a text's start of at most `bytes` of UTF-8. Encodes `bytes` units, as each takes at least a byte. */
function headWithin(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text.slice(0, bytes), new Uint8Array(bytes));
  return withoutHalves(text.slice(0, read));
}

function tailWithin(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text.slice(Math.max(0, text.length - bytes)));
  let from = Math.max(0, encoded.length - bytes);
  while ((encoded[from] ?? 0) >> 6 === 0b10) from++; // a continuation byte: the character began before
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded.subarray(from));
}

/**
 * Returns the fields' JSON with each string cut to `maxBytes`. If it then has over 4 × `maxBytes` units, each field
 * with a list or object of over 2 × `maxBytes` units becomes a string: its JSON, cut to `maxBytes`.
 */
export function cutJson(fields: Readonly<Record<string, unknown>>, maxBytes: number): string {
  const text = JSON.stringify(
    fields,
    (_key, value) => typeof value === "string" ? cutMiddle(value, maxBytes) : value,
  );
  if (text.length <= 4 * maxBytes) return text;
  const cutFields = Object.entries(JSON.parse(text)).map(([name, value]) => {
    const field = typeof value === "string" ? "" : JSON.stringify(value);
    return [name, field.length <= 2 * maxBytes ? value : cutMiddle(field, maxBytes)];
  });
  return JSON.stringify(Object.fromEntries(cutFields));
}
