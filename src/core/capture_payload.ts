import { cutMiddle } from "./cut_middle.ts";

/**
 * The JSON text that a capture keeps. Strings over `maxBytes` keep their head and tail; a field that is still
 * over it (a list of very many strings) is kept as cut JSON text. The fields are clean already: a secret must be
 * gone before anything is cut, or half of it would stay.
 */
export function encodeCapture(fields: Readonly<Record<string, unknown>>, maxBytes: number): string {
  const whole = JSON.stringify(fields);
  // A UTF-16 unit is at most three bytes, so short texts need no closer look.
  if (whole.length * 3 <= maxBytes) return whole;
  const cut: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) cut[name] = cutField(value, maxBytes);
  return JSON.stringify(cut);
}

function cutField(value: unknown, maxBytes: number): unknown {
  const cut = cutStrings(value, maxBytes);
  const text = typeof cut === "string" ? undefined : JSON.stringify(cut);
  return text === undefined || text.length <= 4 * maxBytes ? cut : cutMiddle(text, maxBytes);
}

/** Depth is bounded: the value has been through `cleanJson`. */
function cutStrings(value: unknown, maxBytes: number): unknown {
  if (typeof value === "string") return cutMiddle(value, maxBytes);
  if (Array.isArray(value)) return value.map((item) => cutStrings(item, maxBytes));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutStrings(item, maxBytes)]));
}
