import keywords from "./keywords.json" with { type: "json" };
import { keywordsIn } from "./keywords.ts";
import { searchedEnds, TAG_BEGINNING, withoutColours } from "./reading.ts";

/** Values nested deeper than this are cut. */
const MAX_DEPTH = 200;
const TEXT_KEYS = ["text", "content", "line"];

/**
 * Tells whether cleaning may change this string or parsed JSON, whose strings are kept up to `maxBytes`. A "no" is
 * certain: the texts hold no beginning of a private tag, and no rule's keyword with its proof.
 */
export function mayNeedCleaning(value: unknown, maxBytes = Infinity): boolean {
  const texts: string[] = [];
  if (!collect(value, texts, 0)) return true;
  const whole = texts.join("");
  const shown = withoutColours(whole);
  if (TAG_BEGINNING.test(shown) || (shown !== whole && TAG_BEGINNING.test(whole))) return true;
  const searched = texts.map((text) => endsOf(text, maxBytes)).join("");
  return mayHoldSecret(searched) || (shown !== whole && mayHoldSecret(withoutColours(searched)));
}

function endsOf(text: string, maxBytes: number): string {
  const ends = searchedEnds(text, maxBytes);
  return ends === undefined ? text : `${text.slice(0, ends.head)}\n${text.slice(ends.tail)}`;
}

/** A pattern that a text with one of these common words must also match; compiled on demand. */
interface Sign {
  readonly words: readonly string[];
  readonly isProved: (text: string, lower: string) => boolean;
}

const SIGNS: readonly Sign[] = keywords.common.map(({ words, proof: source, isLower }) => {
  let proof: RegExp | undefined;
  return { words, isProved: (text, lower) => (proof ??= new RegExp(source)).test(isLower ? lower : text) };
});

function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase();
  const found = keywordsIn(lower);
  if (found.size === 0) return false;
  const isIn = (word: string) => found.has(word);
  return keywords.telling.some(isIn) ||
    SIGNS.some(({ words, isProved }) => words.some(isIn) && isProved(text, lower));
}

/**
 * Collects the strings of parsed JSON as the rules read them: behind their names, without escapes, a list's lines
 * below each other. Returns false if it is nested too deep.
 */
function collect(value: unknown, texts: string[], depth: number): boolean {
  if (typeof value === "string") texts.push(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    texts.push("[\n", linesOf(value));
    return value.every((item) => {
      texts.push("\n");
      return collect(item, texts, depth + 1);
    });
  }
  texts.push("{");
  return Object.entries(value).every(([key, item]) => {
    texts.push("\n", key, typeof item === "string" ? '": "' : '": ');
    return collect(item, texts, depth + 1);
  });
}

/** Joins the texts of a list, as one may reveal the next. */
function linesOf(list: readonly unknown[]): string {
  if (list.length < 2) return "";
  const lines = list.flatMap((item) => {
    if (typeof item === "string") return [item.replace(/^[ +-]/, "")];
    if (typeof item !== "object" || item === null) return [];
    const key = TEXT_KEYS.find((key) => typeof (item as Record<string, unknown>)[key] === "string");
    return key === undefined ? [] : [(item as Record<string, string>)[key]!];
  });
  return lines.length < 2 ? "" : lines.join("\n");
}
