import { cutMiddle } from "./cut_middle.ts";

/** The value with all strings but keys cut to `maxBytes`, the same one when none is too long; at most 200 levels. */
export function cutStrings(value: unknown, maxBytes: number): unknown {
  if (typeof value === "string") return cutMiddle(value, maxBytes);
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? cutItems(value, maxBytes) : cutMembers(value, maxBytes);
}

/** A list may have a million items: of most nothing is changed, and then nothing is copied. */
function cutItems(items: readonly unknown[], maxBytes: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const cut = cutStrings(items[i], maxBytes);
    if (cut !== items[i]) (copy ??= [...items])[i] = cut;
  }
  return copy ?? items;
}

function cutMembers(members: object, maxBytes: number): object {
  const entries = Object.entries(members);
  const cut = entries.map(([, item]) => cutStrings(item, maxBytes));
  if (entries.every(([, item], i) => item === cut[i])) return members;
  return Object.fromEntries(entries.map(([key], i) => [key, cut[i]]));
}
