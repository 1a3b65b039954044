import type { CueIndex } from "./cue_index.ts";
import type { CueTable } from "./cues/cue_names.ts";
import { indexCues } from "./index_cues.ts";
import type { OtherLanguage } from "./languages.ts";

/** Each a chunk of its own: most sessions are held in English, or in one language more. */
const LOADERS: Readonly<Record<OtherLanguage, () => Promise<CueTable>>> = {
  ja: async () => (await import("./cues/japanese.ts")).JAPANESE,
  zh: async () => (await import("./cues/chinese.ts")).CHINESE,
  ko: async () => (await import("./cues/korean.ts")).KOREAN,
  es: async () => (await import("./cues/spanish.ts")).SPANISH,
  pt: async () => (await import("./cues/portuguese.ts")).PORTUGUESE,
  fr: async () => (await import("./cues/french.ts")).FRENCH,
  de: async () => (await import("./cues/german.ts")).GERMAN,
  ru: async () => (await import("./cues/russian.ts")).RUSSIAN,
  it: async () => (await import("./cues/italian.ts")).ITALIAN,
  pl: async () => (await import("./cues/polish.ts")).POLISH,
};

export const OTHER_LANGUAGES = Object.keys(LOADERS) as readonly OtherLanguage[];

/** The cues of a language, ready to be looked up. */
export async function readCues(language: OtherLanguage): Promise<CueIndex> {
  return indexCues(await LOADERS[language]());
}
