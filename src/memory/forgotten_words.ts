// Finds copies of a memory's text in other texts, mostly to forget them, too (`store/forget.ts`).
import { withNamedSigns } from "../base/words.ts";
import { normaliseMemoryText } from "./memory_text.ts";

/** Shorter texts are not looked for, as they stand in many texts that have nothing to do with the memory. */
export const LEAST_UNITS = 6;

/** The shortest beginning of a normalised text that identifies it. A Chinese character takes about three units. */
export const LEAST_BEGINNING = 24;

/** Matches the marks that a cut leaves: `…` in a shown line, the longer one in a text stored without its middle. */
const CUT = /…|\.\.\.\[mneme cut /g;

/** Matches the signs by which a finding joins an answer and its question (`finding_text.ts`). */
const JOINED = / → | \(on: /;

type Owned<Owner> = readonly (readonly [Owner, readonly string[]])[];

/** Returns the owners of the texts that stand in a copy. */
export type Search<Owner> = (copy: string) => Set<Owner>;

/** Finds texts that stand in a copy just as they are, all in one pass, because a pass for each takes minutes. */
export function searchTexts<Owner>(owned: Owned<Owner>): Search<Owner> {
  const all = owned.flatMap(([owner, texts]) => texts.map((text) => ({ owner, text })));
  // Looks for beginnings first: V8 is slow with long alternatives. `^` finds an empty text, `^(?!)` nothing.
  const heads = new Set(all.map(({ text }) => RegExp.escape(text.slice(0, 24)) || "^")); // any length would do
  const any = new RegExp([...heads].join("|") || "^(?!)", "g");
  return (copy) => {
    const found = new Set<Owner>();
    any.lastIndex = 0;
    for (let head = any.exec(copy); head !== null; head = any.exec(copy)) {
      for (const { owner, text } of all) if (copy.startsWith(text, head.index)) found.add(owner);
      any.lastIndex = head.index + 1;
    }
    return found;
  };
}

/** Finds texts also with other blanks, quotes and punctuation, or if only their beginning is left, before a cut's mark. */
export function searchWords<Owner>(owned: Owned<Owner>): Search<Owner> {
  const wordsOf = (text: string) => normaliseMemoryText(withoutCut(text));
  const all = owned.flatMap(([owner, texts]) => {
    const joined = texts.flatMap((text) => text.split(JOINED)).map(wordsOf)
      .filter((part) => part.length >= LEAST_BEGINNING);
    const own = new Set([...texts.map(wordsOf), ...joined]);
    return [...own].filter((text) => text.length >= LEAST_UNITS).map((text) => ({ owner, text }));
  });
  const keywords = searchTexts(all.map((one) => [one, [keywordOf(one.text)]]));
  return (copy) => {
    const likely = keywords(withNamedSigns(copy).normalize("NFKC").toLowerCase());
    const words = likely.size === 0 ? "" : ` ${normaliseMemoryText(copy)} `;
    const found = [...likely].filter(({ text }) => words.includes(` ${text} `) || isCutIn(copy, text));
    return new Set(found.map(({ owner }) => owner));
  };
}

/** Removes the ellipsis at the end of a text that was cut before it was stored. */
export const withoutCut = (text: string): string => text.trim().replace(/\s*…$/, "");

/** Returns the longest ASCII word at the beginning of a text, which every copy has; "" if there is none. */
function keywordOf(text: string): string {
  const whole = text.length <= LEAST_BEGINNING ? text : text.slice(0, LEAST_BEGINNING).replace(/\S+$/, "");
  return whole.match(/[a-z0-9_]+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

function isCutIn(copy: string, text: string): boolean {
  return copy.matchAll(CUT).some(({ index }) => {
    // The copy is longer: it also has signs, blanks and, in JSON, escapes; a line end's letter is no part of a word.
    const before = copy.slice(Math.max(0, index - 4 * text.length - 200), index).replace(/\\+[nrt]/g, " ");
    const words = normaliseMemoryText(before);
    for (let length = Math.min(words.length, text.length); length >= LEAST_BEGINNING; length--) {
      if (words.endsWith(text.slice(0, length))) return true;
    }
    return false;
  });
}
