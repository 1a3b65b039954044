import * as fc from "fast-check";

/** Private text that must not come out anywhere. */
export const NEEDLE = "needle7391kestrel";

const TAGS = ["private", "PRIVATE", "Private", "mneme-context", "claude-mem-context", "system-reminder"];
const MARKS = [["<", ">"], ["&lt;", "&gt;"], ["\\u003c", "\\u003e"]] as const;

/** The needle in a block that hides it, in a notation of any kind. */
export const hiddenNeedle: fc.Arbitrary<string> = fc.tuple(
  fc.constantFrom(...TAGS),
  fc.constantFrom(...MARKS),
  fc.constantFrom("", " ", "\n", "\t"),
).map(([tag, [open, close], blank]) =>
  `${open}${tag}${close}${blank}${NEEDLE}${blank}${open}/${tag}${close}`
);

/** The value with the text put into the `at`-th of its strings; `undefined` where it has none. */
export function plantIn(value: unknown, text: string, at: number): unknown {
  const count = countStrings(value);
  if (count === 0) return undefined;
  let left = at % count;
  return JSON.parse(
    JSON.stringify(value),
    (_, part) => typeof part === "string" && left-- === 0 ? middle(part, text) : part,
  );
}

/** Fails where the needle stands in the text. */
export function assertHidden(text: string, where: string): void {
  const at = text.indexOf(NEEDLE);
  if (at >= 0) throw new Error(`${where} has private text: …${text.slice(Math.max(0, at - 80), at + 40)}…`);
}

function countStrings(value: unknown): number {
  let count = 0;
  JSON.stringify(value, (_, part) => {
    if (typeof part === "string") count++;
    return part;
  });
  return count;
}

/** Between two characters: half a character is no text. */
function middle(text: string, insert: string): string {
  const points = [...text];
  const half = Math.floor(points.length / 2);
  return points.slice(0, half).join("") + insert + points.slice(half).join("");
}
