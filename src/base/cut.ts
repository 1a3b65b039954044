/** Cuts a longer text to at most `maxUnits` UTF-16 units, the last of which is "…". Never cuts a surrogate pair in two. */
export function cutEnd(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${withoutHalves(text.slice(0, maxUnits - 1)).trimEnd()}…`;
}

/** Does the same as `cutEnd`, but cuts at a blank if one is in the second half of the allowed length. */
export function cutAtWord(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const blank = text.lastIndexOf(" ", maxUnits - 1);
  return cutEnd(text, blank > maxUnits / 2 ? blank + 1 : maxUnits);
}

/** Removes half a surrogate pair, which a cut may have left, from either end. */
export function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}

/**
 * Cuts a text to at most `maxBytes` bytes of UTF-8: head and tail remain, and a note between them gives the
 * number of removed characters. Redact a text before cutting it: half a secret is not recognized.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || (text.length <= maxBytes && encode(text).length <= maxBytes)) {
    return text;
  }
  return cutBetween(text, text, text.length, maxBytes);
}

/**
 * Does the same as `cutMiddle` for the two ends of a text of `units` units, whose middle was removed before. Each end must
 * have at least half of `maxBytes` UTF-16 units.
 */
export function cutBetween(start: string, end: string, units: number, maxBytes: number): string {
  const room = maxBytes - note(units).length;
  if (room <= 0) return headWithin(start, Math.max(0, maxBytes));
  const head = headWithin(start, Math.ceil(room / 2));
  const tail = tailWithin(end, Math.floor(room / 2));
  return head + note(units - head.length - tail.length) + tail;
}

/** Returns an ASCII note: with a character such as "…", V8 would store the whole text with two bytes a unit. */
function note(units: number): string {
  return `...[mneme cut ${units} characters]...`;
}

/** Returns at most the first `bytes` bytes. A unit takes at least one byte, so `bytes` units are enough to encode. */
function headWithin(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text.slice(0, bytes), new Uint8Array(bytes));
  return withoutHalves(text.slice(0, read));
}

function tailWithin(text: string, bytes: number): string {
  const encoded = encode(text.slice(Math.max(0, text.length - bytes)));
  let from = Math.max(0, encoded.length - bytes);
  while ((encoded[from] ?? 0) >> 6 === 0b10) from++; // a continuation byte: the character began before
  return withoutHalves(new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded.subarray(from)));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * Returns the JSON text of an object with each string cut to `maxBytes`. If the text is still longer than 4 ×
 * `maxBytes` units, each field whose JSON is longer than 2 × `maxBytes` units, such as a long list, becomes a
 * string: that JSON, cut to `maxBytes`.
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
