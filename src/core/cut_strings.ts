import { cutMiddle } from "./cut_middle.ts";

/** The value with all strings but keys cut to `maxBytes`, the same one when none is too long; at most 200 levels. */
export function cutStrings(value: unknown, maxBytes: number): unknown {
  if (typeof value === "string") return cutMiddle(value, maxBytes);
  if (typeof value !== "object" || value === null) return value;
  const items = Object.entries(value);
  const cut = items.map(([, item]) => cutStrings(item, maxBytes));
  if (items.every(([, item], i) => item === cut[i])) return value;
  return Array.isArray(value) ? cut : Object.fromEntries(items.map(([key], i) => [key, cut[i]]));
}
