import { normaliseMemoryText } from "./memory_text.ts";

/** The shortest text that is looked for: shorter ones stand in many texts that have nothing to do with the memory. */
export const LEAST_UNITS = 6;

/**
 * The shortest beginning that identifies a text, in units of its normalised form: shorter ones begin many sentences. A
 * Chinese character takes about three of these units.
 */
const LEAST_BEGINNING = 24;

/** Matches the mark of a cut copy: `…` in a shown line, `...[mneme cut ` in a long text stored without its middle. */
const CUT = /…|\.\.\.\[mneme cut /g;

/** Matches the sign by which a candidate joins a question and its answer. */
const JOINED = / → | \(on: /;

/** Texts to look for. They are recognised with any blanks, quotes and punctuation between their words. */
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

  /** The longest ASCII word at the beginning of each text, which every copy of it contains; "" if there is none. */
  get keywords(): string[] {
    return [...new Set(this.#texts.map(keywordOf))];
  }

  /** Returns true if the copy holds one of the texts whole or, just before a cut, the beginning of one. */
  standIn(copy: string): boolean {
    if (this.#texts.length === 0) return false;
    const words = ` ${normaliseMemoryText(copy)} `;
    return this.#texts.some((text) => words.includes(` ${text} `) || isCutIn(copy, text));
  }
}

/** Removes the ellipsis from the end of a text that was cut before it was kept. */
export function withoutCut(text: string): string {
  return text.trim().replace(/\s*…$/, "");
}

function keywordOf(text: string): string {
  const whole = text.length <= LEAST_BEGINNING ? text : text.slice(0, LEAST_BEGINNING).replace(/\S+$/, "");
  return whole.match(/[a-z0-9_]+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

function isCutIn(copy: string, text: string): boolean {
  return copy.matchAll(CUT).some(({ index }) => {
    // A copy in JSON holds line ends as a backslash and a letter, and that letter is no part of a word.
    const before = copy.slice(Math.max(0, index - 4 * text.length - 200), index).replace(/\\+[nrt]/g, " ");
    const words = normaliseMemoryText(before);
    for (let length = Math.min(words.length, text.length); length >= LEAST_BEGINNING; length--) {
      if (words.endsWith(text.slice(0, length))) return true;
    }
    return false;
  });
}
