// Finds the phrases of the language tables (`cues/`) in a sentence, and its language. For `reading.ts`.
import { MAX_CACHED } from "../base/hash.ts";
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
  /** The text; in Japanese, Chinese and Korean, without blanks. */
  readonly text: string;
}

/** The rest of a phrase, after its first word. */
interface Continuation {
  readonly cue: CueName;
  readonly slots: readonly Slot[];
}

interface CueIndex {
  /** Phrases by their first `KEY_LENGTH` characters; in Japanese, Chinese and Korean, by the first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** A cache by first word, since most phrases begin with no word of the conversation and need not be parsed. */
  readonly continuations: Map<string, readonly Continuation[]>;
}

const KEY_LENGTH = 2;
const STEM_LENGTH = 4; // the fewest letters of a `stem~` at the beginning of a phrase
const LONGEST_GAP = 3;
/** The longest phrase in Japanese, Chinese and Korean. */
const LONGEST_SUBSTRING = 12;
const GAP = "*";

/** The indexes, each built when its language is first met. */
const indexes = new Map<LanguageCode, CueIndex>();

function makeIndex(code: LanguageCode): CueIndex {
  const { cues } = LANGUAGES.find((language) => language.code === code)!;
  const isSubstring = (phrase: string) => isCjk(phrase.charCodeAt(0));
  const phrases = Object.entries(cues).flatMap(([name, texts]) =>
    texts.split("|").flatMap((written) =>
      isSubstring(written) ? [written.replaceAll(" ", "")] : beginnings(written)
    )
      .map((text): Phrase => ({ cue: name as CueName, text }))
  );
  const byKey = Map.groupBy(phrases, ({ text }) => isSubstring(text) ? text[0]! : keyOf(text));
  return { phrases: byKey, continuations: new Map() };
}

/** Returns a phrase once for each alternative of its first word. */
function beginnings(phrase: string): string[] {
  if (!phrase.includes("/")) return [phrase];
  const [first = ""] = phrase.split(/[ -]/, 1);
  return first.split("/").map((word) => word + phrase.slice(first.length));
}

function keyOf(text: string): string {
  return text.slice(0, KEY_LENGTH).trimEnd();
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
  const hits: CueHit[] = [];
  for (let place = 0; place < places.length; place++) {
    const from = places[place]!;
    const { form, kind } = all[from]!;
    if (form === "") continue;
    for (const { cue, slots } of continuationsOf(form, index)) {
      if (matches(slots, 0, tokens, place + 1)) hits.push({ cue, from, words: slots.length + 1 });
    }
    const phrases = kind === TokenKind.Cjk ? index.phrases.get(form) : undefined;
    if (phrases === undefined) continue;
    const text = all.slice(from, from + LONGEST_SUBSTRING).map((token) => token.text).join("");
    for (const phrase of phrases) {
      if (text.startsWith(phrase.text)) hits.push({ cue: phrase.cue, from, words: phrase.text.length });
    }
  }
  return hits;
}

function continuationsOf(form: string, { phrases, continuations }: CueIndex): readonly Continuation[] {
  if (continuations.size >= MAX_CACHED) continuations.clear();
  return continuations.getOrInsertComputed(form, () => {
    const beginning = form.slice(0, STEM_LENGTH);
    return (phrases.get(keyOf(form)) ?? []).flatMap(({ cue, text }): Continuation[] => {
      if (!text.startsWith(beginning)) return [];
      const [first, ...slots] = text.replaceAll("-", " ").split(" ").flatMap(cutElision)
        .map((slot) => slot.split("/"));
      return fits(first!, form) ? [{ cue, slots }] : [];
    });
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
