/** The cues that the phrases of every language stand for. Each value is the name that a person reads. */
export const CUES = {
  adopted: "a choice is adopted",
  over: "one thing instead of another",
  rejected: "an alternative is ruled out",
  agreed: "agreement is stated",
  options: "options are listed",
  pending: "the choice is still open",
  reason: "a reason is given",
  cause: "a cause is named", // found by a label alone
  fixed: "a fix is named",
  failed: "a failure is told",
  stillOpen: "it still fails",
  guess: "it is a guess",
  unsupported: "something is not possible",
  limit: "a limit is named",
  policy: "a rule from outside",
  deferred: "work is put off",
  workaround: "a workaround stays",
  leftAsIs: "something is left as it is",
  missing: "something is missing",
  paidOff: "a debt is paid off",
  standing: "a standing rule", // found by a label alone
  once: "for this one time",
  narration: "the next step is announced",
  reported: "somebody else is quoted",
  supposed: "it is only supposed",
  thanks: "thanks or small talk",
  blamed: "its cause is told outright",
  ruled: "a rule is told outright",
  takenBack: "something is taken back",
} as const;

export type CueName = keyof typeof CUES;

/** All cues in a fixed order: a hit names its cue by the place in it. */
export const CUE_NAMES = Object.keys(CUES) as readonly CueName[];

/** The languages that have cues of their own, by their ISO code. */
export type LanguageCode = "en" | "ja" | "zh" | "ko" | "es" | "pt" | "fr" | "de" | "ru" | "it" | "pl";

/** All that triage knows of a language: a file beside this one. */
export interface Language {
  readonly code: string;
  /** Words that carry grammar, by what they do in a sentence (`TRAITS` of `words.ts`). */
  readonly grammar: Readonly<Record<string, string>>;
  /**
   * Phrases by cue, separated by `|`. In a phrase, `a/b` is either word, `*` up to three words, `#` a number,
   * and `stem~` any word that begins so. Phrases in Japanese, Chinese and Korean are plain parts of the text.
   */
  readonly cues: Readonly<Record<string, string>>;
  /** Sentences that plainly hold a cue, by the cue's name; a test checks the phrases with them. */
  readonly examples: Readonly<Record<string, string | readonly string[]>>;
}
