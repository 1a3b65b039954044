// The tables of cues: phrases in eleven languages that speak for or against a sentence worth remembering.
import chinese from "./chinese.json" with { type: "json" };
import cues from "./cues.json" with { type: "json" };
import english from "./english.json" with { type: "json" };
import french from "./french.json" with { type: "json" };
import german from "./german.json" with { type: "json" };
import italian from "./italian.json" with { type: "json" };
import japanese from "./japanese.json" with { type: "json" };
import korean from "./korean.json" with { type: "json" };
import polish from "./polish.json" with { type: "json" };
import portuguese from "./portuguese.json" with { type: "json" };
import russian from "./russian.json" with { type: "json" };
import spanish from "./spanish.json" with { type: "json" };

export type CueName = keyof typeof cues;

export type LanguageCode = "en" | "ja" | "zh" | "ko" | "es" | "pt" | "fr" | "de" | "ru" | "it" | "pl";

/** The form of the JSON files beside this file. */
export interface Language {
  readonly code: string;
  /** Words with a grammatical role, separated by blanks, by the role's name in `TRAITS` (`tokens.ts`). */
  readonly grammar: Readonly<Record<string, string>>;
  /**
   * Phrases by their cue, separated by `|`. `a/b` is either word, `*` up to three words, `#` a number, `stem~` any word with
   * that beginning. Phrases in Japanese, Chinese and Korean are plain substrings.
   */
  readonly cues: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>; // of sentences, also by their cue: "Root cause: …"
  /** Sentences by the cue that they contain; a test reads them. */
  readonly examples: Readonly<Record<string, string | readonly string[]>>;
}

/** A sentence in another language is also searched for the English cues, since people mix the two. */
export const LANGUAGES: readonly Language[] = [
  ...[english, japanese, chinese, korean, spanish, portuguese, french, german, russian, italian, polish],
];
