import { numbersOf } from "./cue_index.ts";
import { GRAMMAR } from "./cues/english_index.ts";
import type { OtherLanguage } from "./languages.ts";

/** What a word does in a sentence, whatever that is about; a word may do several of these. */
export const Trait = {
  /** It carries grammar rather than a subject. */
  Small: 1,
  Negates: 2,
  Supposes: 4,
  /** It supposes only what stands right behind it. */
  Weakens: 8,
  Asks: 16,
  Auxiliary: 32,
  Subject: 64,
} as const;

/** What is known of a word as such. */
export interface WordTraits {
  /** A sum of traits. */
  readonly traits: number;
  /** The languages but English in which it is a small word. */
  readonly languages: readonly OtherLanguage[] | undefined;
}

const NONE: WordTraits = { traits: 0, languages: undefined };

/** What a word does, whatever stands around it. */
export function traitsOf(word: string): WordTraits {
  const found = numbersOf(GRAMMAR, word);
  if (found === undefined) return NONE;
  const languages = found.length === 1 ? undefined : found.slice(1) as OtherLanguage[];
  return { traits: Number(found[0]), languages };
}
