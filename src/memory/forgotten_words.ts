import { normaliseMemoryText } from "./memory_text.ts";

/** Shorter ones stand in many a text that has nothing to do with the memory. */
export const LEAST_UNITS = 6;

/** So much of a beginning tells whose it is: shorter ones begin many a sentence. Chinese has thrice the units here. */
const LEAST_BEGINNING = 24;

/** The mark of a cut in a copy: of lines that are shown, and of kept long texts. */
const CUT = /…|\.\.\.\[mneme cut /g;

/** The sign by which a candidate joins an answer and its question. */
const JOINED = / → | \(on: /;

/** The texts that are looked for, as the same words whatever blanks, quotes and punctuation stand between them. */
export class ForgottenWords {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    const parts = texts.flatMap((text) => [text, ...text.split(JOINED).filter(isTelling)]);
    const words = parts.map((text) => normaliseMemoryText(withoutCut(text)));
    this.#texts = [...new Set(words)].filter((text) => text.length >= LEAST_UNITS);
  }

  /** Of each text a word of its beginning in ASCII, which every copy has; "" where it has none. */
  get keywords(): string[] {
    return [...new Set(this.#texts.map(keywordOf))];
  }

  /** Tells whether one of the texts stands there, whole or, at a place where the copy was cut short, its beginning. */
  standIn(copy: string): boolean {
    if (this.#texts.length === 0) return false;
    const words = ` ${normaliseMemoryText(copy)} `;
    return this.#texts.some((text) => words.includes(` ${text} `) || isCutIn(copy, text));
  }
}

function isTelling(text: string): boolean {
  return text.length >= LEAST_BEGINNING;
}

/** Without the mark of a text that was cut itself before it was kept. */
export function withoutCut(text: string): string {
  return text.trim().replace(/\s*…$/, "");
}

function keywordOf(text: string): string {
  const whole = text.length <= LEAST_BEGINNING ? text : text.slice(0, LEAST_BEGINNING).replace(/\S+$/, "");
  return (whole.match(/[a-z0-9_]+/g) ?? []).reduce(
    (longest, word) => word.length > longest.length ? word : longest,
    "",
  );
}

function isCutIn(copy: string, text: string): boolean {
  for (const { index } of copy.matchAll(CUT)) {
    // A copy that is JSON has its line ends as `\n`, which is no letter.
    const before = copy.slice(Math.max(0, index - 4 * text.length - 200), index).replace(/\\+[nrt]/g, " ");
    if (endsInBeginning(normaliseMemoryText(before), text)) return true;
  }
  return false;
}

function endsInBeginning(words: string, text: string): boolean {
  for (let length = Math.min(words.length, text.length); length >= LEAST_BEGINNING; length--) {
    if (words.endsWith(text.slice(0, length))) return true;
  }
  return false;
}
