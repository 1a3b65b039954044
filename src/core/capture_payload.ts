import { cutMiddle } from "./cut_middle.ts";

/**
 * The JSON text that a capture keeps. Strings over `maxBytes` keep their head and tail; a field that is still far
 * over it (a list of very many strings) is kept as cut JSON text. The fields are clean already: a secret must be
 * gone before anything is cut, or half of it would stay.
 */
export function encodeCapture(fields: Readonly<Record<string, unknown>>, maxBytes: number): string {
  const text = JSON.stringify(cutStrings(fields, maxBytes));
  if (text.length <= 4 * maxBytes) return text;
  const cut = Object.entries(fields).map(([name, value]) => [name, cutField(value, maxBytes)]);
  return JSON.stringify(Object.fromEntries(cut));
}

function cutField(value: unknown, maxBytes: number): unknown {
  const cut = cutStrings(value, maxBytes);
  const text = typeof cut === "string" ? undefined : JSON.stringify(cut);
  return text === undefined || text.length <= 2 * maxBytes ? cut : cutMiddle(text, maxBytes);
}

/** The same value when nothing in it is too long. Depth is bounded: it has been through `cleanJson`. */
function cutStrings(value: unknown, maxBytes: number): unknown {
  if (typeof value === "string") return cutMiddle(value, maxBytes);
  if (typeof value !== "object" || value === null) return value;
  const items = Object.entries(value);
  const cut = items.map(([, item]) => cutStrings(item, maxBytes));
  if (items.every(([, item], i) => item === cut[i])) return value;
  return Array.isArray(value) ? cut : Object.fromEntries(items.map(([key], i) => [key, cut[i]]));
}
