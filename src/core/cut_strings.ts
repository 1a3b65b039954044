type Cut = (text: string) => string;

/** The value with all strings but keys cut, the same one when none is too long; at most 200 levels. */
export function cutStrings(value: unknown, cut: Cut): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? cutItems(value, cut) : cutMembers(value, cut);
}

/** A list may have a million items: of most nothing is changed, and then nothing is copied. */
function cutItems(items: readonly unknown[], cut: Cut): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = cutStrings(items[i], cut);
    if (item !== items[i]) (copy ??= [...items])[i] = item;
  }
  return copy ?? items;
}

function cutMembers(members: object, cut: Cut): object {
  const entries = Object.entries(members);
  const items = entries.map(([, item]) => cutStrings(item, cut));
  if (entries.every(([, item], i) => item === items[i])) return members;
  return Object.fromEntries(entries.map(([key], i) => [key, items[i]]));
}
