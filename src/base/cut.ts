/** Cuts a text to at most `maxUnits` UTF-16 units, the last of them "…"; never through a character. */
export function cutEnd(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${withoutHalves(text.slice(0, maxUnits - 1)).trimEnd()}…`;
}

/** Cuts a text before a word rather than within it, if at least half of `maxUnits` is left. */
export function cutAtWord(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const blank = text.lastIndexOf(" ", maxUnits - 1);
  return cutEnd(text, blank > maxUnits / 2 ? blank + 1 : maxUnits);
}

/** Removes the halves of surrogate pairs that a cut has left at the ends. */
export function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}

/**
 * Cuts a text to at most `maxBytes` bytes of UTF-8: its head and its tail around a note of how many
 * characters are missing. Redact a text before cutting it, as half a secret no longer looks like one.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || (text.length <= maxBytes && encode(text).length <= maxBytes)) {
    return text;
  }
  return joinEnds(text, text, text.length, maxBytes);
}

/**
 * Does as `cutMiddle` for a text of which only a head and a tail are at hand, each of at least half of
 * `maxBytes` units, with `between` units in the middle. To count the bytes of a megabyte would take 1.4 ms.
 */
export function cutBetween(head: string, between: number, tail: string, maxBytes: number): string {
  return joinEnds(head, tail, head.length + between + tail.length, maxBytes);
}

function joinEnds(start: string, end: string, units: number, maxBytes: number): string {
  const room = maxBytes - note(units).length;
  if (room <= 0) return headWithin(start, Math.max(0, maxBytes));
  const head = headWithin(start, Math.ceil(room / 2));
  const tail = tailWithin(end, Math.floor(room / 2));
  return head + note(units - head.length - tail.length) + tail;
}

/** Returns the note in ASCII, as any other character makes V8 keep the whole text in twice the memory. */
function note(units: number): string {
  return `...[mneme cut ${units} characters]...`;
}

/** Cuts to `bytes` bytes. A unit has at least one byte, so at most `bytes` units need a look. */
function headWithin(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text.slice(0, bytes), new Uint8Array(bytes));
  return withoutHalves(text.slice(0, read));
}

function tailWithin(text: string, bytes: number): string {
  const encoded = encode(text.slice(Math.max(0, text.length - bytes)));
  let from = Math.max(0, encoded.length - bytes);
  while ((encoded[from] ?? 0) >> 6 === 0b10) from++; // the inside of a character
  return withoutHalves(new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded.subarray(from)));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Cuts all strings of a JSON value but its keys. Recursive: the caller must have bounded the depth. */
export function cutStrings(value: unknown, cut: (text: string) => string): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cutStrings(item, cut));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutStrings(item, cut)]));
}

/**
 * Returns the JSON text of an object with its strings cut to `maxBytes` each. Where that is still over four
 * times `maxBytes`, fields of over twice `maxBytes`, such as long lists, become cut strings of JSON.
 */
export function cutJson(fields: Readonly<Record<string, unknown>>, maxBytes: number): string {
  const cut = cutStrings(fields, (text) => cutMiddle(text, maxBytes)) as object;
  const text = JSON.stringify(cut);
  if (text.length <= 4 * maxBytes) return text;
  const cutFields = Object.entries(cut).map(([name, value]) => {
    const field = typeof value === "string" ? "" : JSON.stringify(value) ?? "";
    return [name, field.length <= 2 * maxBytes ? value : cutMiddle(field, maxBytes)];
  });
  return JSON.stringify(Object.fromEntries(cutFields));
}
