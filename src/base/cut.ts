/** The text in at most so many units; where it is too long "…" stands for its end. Never half a character. */
export function cutEnd(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${withoutHalves(text.slice(0, maxUnits - 1)).trimEnd()}…`;
}

/** The same, without the last word where only a part of it would be left. */
export function cutAtWord(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const blank = text.lastIndexOf(" ", maxUnits - 1);
  return cutEnd(text, blank > maxUnits / 2 ? blank + 1 : maxUnits);
}

/** Without the halves of characters that a cut has left at the ends. */
export function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}

/**
 * The text in at most `maxBytes` bytes of UTF-8: its head and its tail around a note of how many characters are
 * missing, never half a character. Cutting comes after redaction, or half a secret would no longer look like one.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || (text.length <= maxBytes && encode(text).length <= maxBytes)) {
    return text;
  }
  return joinEnds(text, text, text.length, maxBytes);
}

/**
 * `cutMiddle` of a head, of so many units behind it, and of a tail, both of at least half of `maxBytes` units: what is
 * between them is not even counted in bytes, as that takes a megabyte 1.4 ms.
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

/** ASCII, as one other character would make of most texts one that takes twice the memory. */
function note(units: number): string {
  return `...[mneme cut ${units} characters]...`;
}

/** A character has at least one byte per unit, so that only that many units need a look. */
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

/** The value with all strings but keys cut; at most 200 levels. */
export function cutStrings(value: unknown, cut: (text: string) => string): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cutStrings(item, cut));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutStrings(item, cut)]));
}

/**
 * The JSON text of the fields, of which strings over `maxBytes` keep head and tail. A field that is still far over it (a
 * list of very many strings) becomes cut JSON text.
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
