import { cutMiddle } from "./cut_middle.ts";

/** The JSON text of the fields, of which `text` is the whole one, with what is too long in them cut to `maxBytes`. */
export function boundedText(
  text: string,
  fields: Readonly<Record<string, unknown>>,
  maxBytes: number,
): string {
  const cut = cutStrings(fields, maxBytes);
  const bounded = cut === fields ? text : JSON.stringify(cut);
  if (bounded.length <= 4 * maxBytes) return bounded;
  const cutFields = Object.entries(fields).map(([name, value]) => [name, cutField(value, maxBytes)]);
  return JSON.stringify(Object.fromEntries(cutFields));
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
