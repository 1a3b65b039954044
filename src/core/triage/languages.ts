import type { CueIndex } from "./cue_index.ts";
import { ENGLISH } from "./cues/english_index.ts";
import type { Word } from "./word.ts";

/** The languages that have cues of their own, by their ISO code. */
export type Language = "en" | "ja" | "zh" | "ko" | "es" | "pt" | "fr" | "de" | "ru" | "it" | "pl";

export type OtherLanguage = Exclude<Language, "en">;

const indexes = new Map<Language, CueIndex>();

let english: CueIndex | undefined;

/** The cues of every sentence: whoever writes another language writes some English, too. */
export function englishCues(): CueIndex {
  english ??= { ...ENGLISH, texts: ENGLISH.texts.split("|"), signs: {}, entries: new Map(), slots: [] };
  return english;
}

/** The cues of a language; `undefined` until `loadCues` has brought them. */
export function cuesOf(language: Language): CueIndex | undefined {
  return language === "en" ? englishCues() : indexes.get(language);
}

/** Brings the cues of a language; without them what is said in it has none. */
export async function loadCues(language: Language): Promise<void> {
  if (language === "en" || indexes.has(language)) return;
  const { readCues } = await import("./read_cues.ts");
  indexes.set(language, await readCues(language));
}

/** Brings the cues of all languages. */
export async function loadAllCues(): Promise<void> {
  const { OTHER_LANGUAGES } = await import("./read_cues.ts");
  for (const language of OTHER_LANGUAGES) await loadCues(language);
}

const SAMPLE = 600;

/** The language of a sentence beside English, as its script and small words show. */
export function languageOf(text: string, words: readonly Word[]): OtherLanguage | undefined {
  return /[\u0400-\u052f\u3041-\ud7af]/.test(text) ? scriptLanguage(text) : smallWordLanguage(words);
}

function smallWordLanguage(words: readonly Word[]): OtherLanguage | undefined {
  const end = Math.min(words.length, SAMPLE);
  let counts: Map<OtherLanguage, number> | undefined;
  for (let i = 0; i < end; i++) {
    const languages = (words[i] as Word).languages;
    if (languages === undefined) continue;
    counts ??= new Map();
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (counts === undefined) return undefined;
  let best: OtherLanguage | undefined;
  let most = Math.max(1, end * 0.12);
  for (const [language, count] of counts) {
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}

function scriptLanguage(text: string): OtherLanguage | undefined {
  let han = 0;
  const end = Math.min(text.length, SAMPLE);
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x400) continue;
    if (unit < 0x530) return "ru";
    if (unit >= 0x3041 && unit <= 0x30ff) return "ja";
    if (unit >= 0xac00 && unit < 0xd7b0) return "ko";
    if (unit >= 0x3400 && unit < 0xa000) han++;
  }
  return han > 1 ? "zh" : undefined;
}
