// Finds the phrases of the language tables (`cues/`) in a sentence, and its language. For `reading.ts`.
import { HAN, HANGUL, holds, isCjk, KANA } from "../base/scripts.ts";
import { type CueName, type LanguageCode, LANGUAGES } from "./cues/languages.ts";
import { TokenKind, type Tokens, TRAITS } from "./tokens.ts";

export interface CueHit {
  readonly cue: CueName;
  readonly from: number;
  /** The number of words of the phrase; a gap counts as one. */
  readonly words: number;
}

/** The words that match in one place of a phrase; their signs are explained in `Language`. */
type Slot = readonly string[];

interface Phrase {
  readonly cue: CueName;
  /** One of the words with which it begins; in Japanese, Chinese and Korean, all of it without blanks. */
  readonly start: string;
  readonly rest: readonly Slot[];
}

const KEY_LENGTH = 2;
const LONGEST_GAP = 3;
/** The longest phrase in Japanese, Chinese and Korean. */
const LONGEST_SUBSTRING = 12;
const GAP = "*";

/** The phrases by the key of their start, for each language from when it is first met. */
const indexes = new Map<LanguageCode, ReadonlyMap<string, readonly Phrase[]>>();

function makeIndex(code: LanguageCode): ReadonlyMap<string, readonly Phrase[]> {
  const { cues } = LANGUAGES.find((language) => language.code === code)!;
  const phrases = Object.entries(cues).flatMap(([name, texts]) =>
    texts.split("|").flatMap((text) => phrasesIn(text, name as CueName))
  );
  return Map.groupBy(phrases, ({ start }) => keyOf(start));
}

/** Returns a phrase once for each word with which it may begin. */
function phrasesIn(text: string, cue: CueName): Phrase[] {
  if (isCjk(text.charCodeAt(0))) return [{ cue, start: text.replaceAll(" ", ""), rest: [] }];
  const [first = [], ...rest] = text.replaceAll("-", " ").split(" ").flatMap(cutElision)
    .map((slot) => slot.split("/"));
  return first.map((start) => ({ cue, start, rest }));
}

/** Returns the first characters of a word; the tokens of Japanese, Chinese and Korean are single characters. */
function keyOf(word: string): string {
  return word.slice(0, isCjk(word.charCodeAt(0)) ? 1 : KEY_LENGTH);
}

/** Cuts `d'accord` in two, as the tokenizer does. */
function cutElision(slot: string): string[] {
  const at = slot.indexOf("'");
  const isCut = at > 0 && slot.length - at > 3 && !slot.includes("/");
  return isCut ? [slot.slice(0, at + 1), slot.slice(at + 1)] : [slot];
}

export function findCues(tokens: Tokens, code: LanguageCode): CueHit[] {
  const index = indexes.getOrInsertComputed(code, makeIndex);
  const { all, places } = tokens;
  return places.flatMap((from, place) => {
    const { form, kind } = all[from]!;
    const phrases = index.get(keyOf(form)) ?? [];
    if (kind !== TokenKind.Cjk) {
      return phrases.filter(({ start, rest }) => fits([start], form) && matches(rest, 0, tokens, place + 1))
        .map(({ cue, rest }) => ({ cue, from, words: rest.length + 1 }));
    }
    const text = all.slice(from, from + LONGEST_SUBSTRING).map((token) => token.text).join("");
    return phrases.filter(({ start }) => text.startsWith(start))
      .map(({ cue, start }) => ({ cue, from, words: start.length }));
  });
}

/** Returns true if the slots from `from` on match the words from `place` on. A phrase has at most one gap. */
function matches(slots: readonly Slot[], from: number, tokens: Tokens, place: number): boolean {
  let at = place;
  for (let i = from; i < slots.length; i++) {
    const slot = slots[i]!;
    if (slot[0] === GAP) {
      for (let gap = 0; gap <= LONGEST_GAP; gap++) if (matches(slots, i + 1, tokens, at + gap)) return true;
      return false;
    }
    const form = tokens.all[tokens.places[at] ?? -1]?.form ?? "";
    if (form === "" || !fits(slot, form)) return false;
    at++;
  }
  return true;
}

function fits(slot: Slot, form: string): boolean {
  return slot.some((word) => word === form || (word.endsWith("~") && form.startsWith(word.slice(0, -1))));
}

/** The most UTF-16 units, and the most tokens, by which a language is recognised. */
const SAMPLE = 600;
/** The share that another language's small words must exceed in a sentence with small English words. */
const SMALL_SHARE = 0.12;
/** Matches letters of other scripts. Most texts have none, and need no further check of their script. */
const OTHER_SCRIPT = /[\u0400-\u1fff\u2e80-\uffff]/;

/** Returns the language of a sentence by its script and its small words; `undefined` for English. */
export function languageOf(text: string, { all }: Tokens): LanguageCode | undefined {
  const sample = text.slice(0, SAMPLE);
  if (OTHER_SCRIPT.test(sample)) {
    if (holds(sample, [KANA])) return "ja";
    if (holds(sample, [HANGUL])) return "ko";
    if (/[\u0400-\u052f]/.test(sample)) return "ru";
    if (holds(sample, [HAN], 2)) return "zh";
  }
  const counts = new Map<LanguageCode, number>();
  const read = all.slice(0, SAMPLE);
  for (const { languages } of read) {
    for (const one of languages) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  // Without a word that is small in English alone, one small word of another language suffices.
  const english =
    read.filter(({ traits, languages }) => (traits & TRAITS.small) !== 0 && languages.length === 0).length;
  const least = english > 0 ? Math.max(1, english / 2, read.length * SMALL_SHARE) : 0;
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] > least ? most[0] : undefined;
}
