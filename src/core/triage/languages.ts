import { type CueIndex, indexCues } from "./cue_index.ts";
import { CHINESE } from "./cues/chinese.ts";
import type { CueTable } from "./cues/cue_names.ts";
import { ENGLISH } from "./cues/english.ts";
import { FRENCH } from "./cues/french.ts";
import { GERMAN } from "./cues/german.ts";
import { ITALIAN } from "./cues/italian.ts";
import { JAPANESE } from "./cues/japanese.ts";
import { KOREAN } from "./cues/korean.ts";
import { POLISH } from "./cues/polish.ts";
import { PORTUGUESE } from "./cues/portuguese.ts";
import { RUSSIAN } from "./cues/russian.ts";
import { SPANISH } from "./cues/spanish.ts";
import { hashWord } from "./tokens.ts";

/** The languages that have cues of their own, by their ISO code. */
export type Language = "en" | "ja" | "zh" | "ko" | "es" | "pt" | "fr" | "de" | "ru" | "it" | "pl";

const TABLES: Readonly<Record<Language, CueTable>> = {
  en: ENGLISH,
  ja: JAPANESE,
  zh: CHINESE,
  ko: KOREAN,
  es: SPANISH,
  pt: PORTUGUESE,
  fr: FRENCH,
  de: GERMAN,
  ru: RUSSIAN,
  it: ITALIAN,
  pl: POLISH,
};

/** Small words by which languages in Latin script are told apart. */
const SMALL_WORDS: Readonly<Partial<Record<Language, string>>> = {
  es:
    "el los las que una para con por está es del se lo al y no en como pero más ya hay esto esta si fue son su nos le",
  pt:
    "não uma para com você está são do da no na os as que em um é por mais foi pra vai isso tem se ao dos das já pro",
  fr:
    "le les des une est pas pour dans que qui sur en du et la on je avec ne ce il sont nous au plus ça c'est j'ai n'est",
  de:
    "der die das und ist nicht ein eine mit auf den von zu im wir ich für es bei dem noch auch sind jetzt wird nur wenn",
  it:
    "il che non una per con sono della gli del di è la un si lo ho le da in al i nel alla ma più come dei questo",
  pl:
    "nie jest się na to że do w z i jak po już tylko od przez co za ale dla są czy bo o ten tej mamy być może",
};

const SMALL_WORD_OF: ReadonlyMap<number, readonly Language[]> = smallWords();

function smallWords(): Map<number, Language[]> {
  const map = new Map<number, Language[]>();
  for (const [language, words] of Object.entries(SMALL_WORDS)) {
    for (const word of words.split(" ")) {
      const hash = hashWord(word);
      const languages = map.get(hash);
      if (languages === undefined) map.set(hash, [language as Language]);
      else languages.push(language as Language);
    }
  }
  return map;
}

const ENGLISH_SMALL_WORDS =
  "the a an and or but nor so if then than that this these those it its it's i i'm i've i'll i'd we we're we've we'll you " +
  "you're your our my me us they them their he she his her who whom whose which what when where why how is are was were be " +
  "been being am do does did done doing have has had having will would shall should can could may might must not no never " +
  "don't doesn't didn't isn't aren't wasn't weren't won't can't cannot couldn't wouldn't shouldn't hasn't haven't hadn't " +
  "of to in on at by for from with without into onto over under after before until since while during through between " +
  "because as like instead rather again still yet already now later once only just also too very much more most less few " +
  "all any each every both either neither some none one two three first second next last other another same such there " +
  "here up down out off back away per via let let's lets please always ever yes yeah ok okay thanks go goes went gone get " +
  "gets got take takes took keep keeps kept leave leaves left make makes made use uses used need needs needed want wants " +
  "works worked working fixed turns turned found left stays";

const SMALL_ENGLISH: ReadonlySet<number> = new Set(ENGLISH_SMALL_WORDS.split(" ").map(hashWord));

/** Whether a word carries grammar rather than a subject, in any of the languages in Latin script. */
export function isSmallWord(hash: number): boolean {
  return SMALL_ENGLISH.has(hash) || SMALL_WORD_OF.has(hash);
}

const indexes = new Map<Language, CueIndex>();

/** The cues of a language, built when it is first met. */
export function cuesOf(language: Language): CueIndex {
  let index = indexes.get(language);
  if (index === undefined) {
    index = indexCues(TABLES[language]);
    indexes.set(language, index);
  }
  return index;
}

const SAMPLE = 600;

/** The languages of a message: English, and what its script and small words show. */
export function languagesOf(text: string, hashes: readonly number[]): Language[] {
  const script = scriptLanguage(text);
  if (script !== undefined) return ["en", script];
  const end = Math.min(hashes.length, SAMPLE);
  let counts: Map<Language, number> | undefined;
  for (let i = 0; i < end; i++) {
    const languages = SMALL_WORD_OF.get(hashes[i] as number);
    if (languages === undefined) continue;
    counts ??= new Map();
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: Language | undefined;
  let most = Math.max(1, end * 0.12);
  for (const [language, count] of counts ?? []) {
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best === undefined ? ["en"] : ["en", best];
}

function scriptLanguage(text: string): Language | undefined {
  if (!/[\u0400-\uffff]/.test(text)) return undefined;
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
