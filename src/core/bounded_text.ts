import { cutMiddle } from "./cut_middle.ts";
import { cutStrings } from "./cut_strings.ts";

/** The JSON text of the fields, of which `text` is the whole one, with what is too long in them cut to `maxBytes`. */
export function boundedText(
  text: string,
  fields: Readonly<Record<string, unknown>>,
  maxBytes: number,
): string {
  const cut = cutStrings(fields, (text) => cutMiddle(text, maxBytes));
  const bounded = cut === fields ? text : JSON.stringify(cut);
  if (bounded.length <= 4 * maxBytes) return bounded;
  const cutFields = Object.entries(fields).map(([name, value]) => [name, cutField(value, maxBytes)]);
  return JSON.stringify(Object.fromEntries(cutFields));
}

function cutField(value: unknown, maxBytes: number): unknown {
  const cut = cutStrings(value, (text) => cutMiddle(text, maxBytes));
  const text = typeof cut === "string" ? undefined : JSON.stringify(cut);
  return text === undefined || text.length <= 2 * maxBytes ? cut : cutMiddle(text, maxBytes);
}
