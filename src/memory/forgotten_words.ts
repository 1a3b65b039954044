// Finds copies of a forgotten text in other texts, for `mneme memory forget`.
import { normaliseMemoryText } from "./memory_text.ts";

/** Shorter texts are not looked for, as they stand in many texts that have nothing to do with the memory. */
export const LEAST_UNITS = 6;

/** The shortest beginning of a normalised text that identifies it. A Chinese character takes about three units. */
const LEAST_BEGINNING = 24;

/** Matches the marks that a cut leaves: `…` in a shown line, the longer one in a text stored without its middle. */
const CUT = /…|\.\.\.\[mneme cut /g;

/** Matches the signs by which a candidate joins an answer and its question (`candidate_text.ts`). */
const JOINED = / → | \(on: /;

/** Texts to look for. A copy may have other blanks, quotes and punctuation between its words. */
export class ForgottenWords {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    const wordsOf = (text: string) => normaliseMemoryText(withoutCut(text));
    const joined = texts.flatMap((text) => text.split(JOINED)).map(wordsOf)
      .filter((part) => part.length >= LEAST_BEGINNING);
    this.#texts = [...new Set([...texts.map(wordsOf), ...joined])].filter((text) =>
      text.length >= LEAST_UNITS
    );
  }

  /** For each text, the longest ASCII word at its beginning, which every copy has; "" if there is none. */
  get keywords(): string[] {
    return [...new Set(this.#texts.map(keywordOf))];
  }

  /** Returns true if one of the texts, or its beginning just before the mark of a cut, stands in `copy`. */
  standIn(copy: string): boolean {
    if (this.#texts.length === 0) return false;
    const words = ` ${normaliseMemoryText(copy)} `;
    return this.#texts.some((text) => words.includes(` ${text} `) || isCutIn(copy, text));
  }
}

/** Removes the ellipsis at the end of a text that was cut before it was stored. */
export function withoutCut(text: string): string {
  return text.trim().replace(/\s*…$/, "");
}

function keywordOf(text: string): string {
  const whole = text.length <= LEAST_BEGINNING ? text : text.slice(0, LEAST_BEGINNING).replace(/\S+$/, "");
  return whole.match(/[a-z0-9_]+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

function isCutIn(copy: string, text: string): boolean {
  return copy.matchAll(CUT).some(({ index }) => {
    // In JSON a line end is a backslash and a letter, and the letter is no part of a word.
    const before = copy.slice(Math.max(0, index - 4 * text.length - 200), index).replace(/\\+[nrt]/g, " ");
    const words = normaliseMemoryText(before);
    for (let length = Math.min(words.length, text.length); length >= LEAST_BEGINNING; length--) {
      if (words.endsWith(text.slice(0, length))) return true;
    }
    return false;
  });
}
