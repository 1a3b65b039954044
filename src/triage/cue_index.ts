// Finds the phrases of the language tables (`cues/`) in a sentence, and its language. For `reading.ts`.
import { cached } from "../base/hash.ts";
import { HAN, HANGUL, holds, isCjk, KANA } from "../base/scripts.ts";
import { type CueName, type LanguageCode, LANGUAGES } from "./cues/languages.ts";
import { TokenKind, type Tokens, TRAITS } from "./tokens.ts";

export type CueHit = Readonly<ReturnType<typeof findCues>[number]>;

const KEY_LENGTH = 2; // the characters by which the phrases are indexed
const LONGEST_SUBSTRING = 12; // the most characters of a phrase in Japanese, Chinese and Korean
const GAPS = [0, 1, 2, 3]; // the numbers of words for which `*` may stand

/** Returns, for a language's code, a function that finds the phrases that may begin with a word. */
const phraseFinder = cached((code) => {
  const { cues } = LANGUAGES.find((language) => language.code === code)!;
  const phrases = Object.entries(cues).flatMap(([name, texts]) =>
    texts.split("|").flatMap((text) => phrasesIn(text, name as CueName))
  );
  const byKey = Map.groupBy(phrases, ({ start }) => keyOf(start));
  return cached((form) =>
    (byKey.get(keyOf(form)) ?? []).filter(({ start }) => isCjk(form.charCodeAt(0)) || fits(start, form))
  );
});

/**
 * Returns a phrase once for each word with which it may begin (`start`; in Japanese, Chinese and Korean the whole
 * phrase without blanks), with its other words (`rest`). `Language` explains the signs in them.
 */
function phrasesIn(text: string, cue: CueName) {
  if (isCjk(text.charCodeAt(0))) return [{ cue, start: text.replaceAll(" ", ""), rest: [] }];
  const words = text.replaceAll("-", " ").split(" ");
  const [first = "", ...rest] = text.includes("'") ? words.flatMap(cutElision) : words;
  return first.split("/").map((start) => ({ cue, start, rest }));
}

/** Returns the first characters of a word; the tokens of Japanese, Chinese and Korean are single characters. */
const keyOf = (word: string): string => word.slice(0, isCjk(word.charCodeAt(0)) ? 1 : KEY_LENGTH);

/** Cuts `d'accord` in two, as the tokenizer does. */
function cutElision(word: string): string[] {
  const at = word.indexOf("'");
  const isCut = at > 0 && word.length - at > 3 && !word.includes("/");
  return isCut ? [word.slice(0, at + 1), word.slice(at + 1)] : [word];
}

/** Returns each cue, the index of its first token, and its number of words (or CJK characters); a gap counts as one. */
export function findCues(tokens: Tokens, code: LanguageCode) {
  const phrasesWith = phraseFinder(code);
  const { all, places } = tokens;
  return places.flatMap((from, place) => {
    const { form, kind } = all[from]!;
    const phrases = phrasesWith(form);
    if (phrases.length === 0) return [];
    if (kind !== TokenKind.Cjk) {
      return phrases.filter(({ rest }) => matches(rest, tokens, place + 1))
        .map(({ cue, rest }) => ({ cue, from, words: rest.length + 1 }));
    }
    const text = all.slice(from, from + LONGEST_SUBSTRING).map((token) => token.text).join("");
    return phrases.filter(({ start }) => text.startsWith(start))
      .map(({ cue, start }) => ({ cue, from, words: start.length }));
  });
}

function matches([word, ...others]: readonly string[], tokens: Tokens, place: number): boolean {
  if (word === undefined) return true;
  if (word === "*") return GAPS.some((gap) => matches(others, tokens, place + gap));
  const form = tokens.all[tokens.places[place] ?? -1]?.form ?? "";
  return form !== "" && fits(word, form) && matches(others, tokens, place + 1);
}

function fits(word: string, form: string): boolean {
  return word.split("/").some((one) =>
    one === form || (one.endsWith("~") && form.startsWith(one.slice(0, -1)))
  );
}

const SAMPLE = 600; // the most UTF-16 units, and also the most tokens, that are read to recognise a language
/** In a sentence with small English words, the least share of another language's small words. */
const SMALL_SHARE = 0.12;
/** Matches letters of other scripts. Most texts have none, and need no further check of their script. */
const OTHER_SCRIPT = /[\u0400-\u1fff\u2e80-\uffff]/;

/** Returns the language of a sentence by its script and its small words; `undefined` for English or an unknown one. */
export function languageOf(text: string, { all }: Tokens): LanguageCode | undefined {
  const sample = text.slice(0, SAMPLE);
  if (OTHER_SCRIPT.test(sample)) {
    if (holds(sample, [KANA])) return "ja";
    if (holds(sample, [HANGUL])) return "ko";
    if (/[\u0400-\u052f]/.test(sample)) return "ru";
    if (holds(sample, [HAN], 2)) return "zh"; // a text in another language may have one, such as `2026年`
  }
  const counts = new Map<LanguageCode, number>();
  const read = all.slice(0, SAMPLE);
  for (const { languages } of read) for (const one of languages) counts.set(one, (counts.get(one) ?? 0) + 1);
  // Without a word that is small in English alone, one small word of another language suffices.
  const english =
    read.filter(({ traits, languages }) => (traits & TRAITS.small) !== 0 && languages.length === 0).length;
  const least = english > 0 ? Math.max(1, english / 2, read.length * SMALL_SHARE) : 0;
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] > least ? most[0] : undefined;
}
