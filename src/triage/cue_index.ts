import { HAN, HANGUL, holds, isCjk, KANA } from "../base/scripts.ts";
import { CUE_NAMES, type CueName, type Language, type LanguageCode } from "./cues/language.ts";
import { LANGUAGES, MOST_KNOWN, TokenKind, type Tokens, TRAITS, type Word } from "./words.ts";

/** A phrase found in a sentence: the index of its cue in `CUE_NAMES`, and of the token at which it begins. */
export interface CueHit {
  readonly cue: number;
  readonly from: number;
}

/** The words that may stand in one place: `stem~`, `#` for a number, and `*` alone for a gap. */
type Slot = readonly string[];

interface Phrase {
  readonly cue: number;
  /** As the table has it; without blanks in scripts that have none between words. */
  readonly text: string;
}

/** A phrase whose first word was found, and the slots that must follow. */
interface Begun {
  readonly cue: number;
  readonly rest: readonly Slot[];
}

/** The phrases of a language by their first word; `stems` by its first four characters, `parts` by one. */
interface CueIndex {
  readonly words: ReadonlyMap<string, readonly Phrase[]>;
  readonly stems: ReadonlyMap<string, readonly Phrase[]>;
  readonly parts: ReadonlyMap<string, readonly Phrase[]>;
  /** A cache: the phrases that begin with a form that was met. A conversation meets a tenth of all. */
  readonly begun: Map<string, readonly Begun[]>;
}

const STEM_LENGTH = 4;
const LONGEST_GAP = 3;
const LONGEST_PART = 12;
const GAP = "*";

const indexes = new Map<LanguageCode, CueIndex>();

/** The index of a language, built when somebody first writes in it. */
function indexOf(code: LanguageCode): CueIndex {
  let index = indexes.get(code);
  if (index === undefined) {
    index = makeIndex(LANGUAGES.find((language) => language.code === code)!);
    indexes.set(code, index);
  }
  return index;
}

function makeIndex({ cues }: Language): CueIndex {
  const index = { words: new Map(), stems: new Map(), parts: new Map(), begun: new Map() };
  const add = (map: Map<string, Phrase[]>, key: string, phrase: Phrase) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [phrase]);
    else list.push(phrase);
  };
  for (const [name, phrases] of Object.entries(cues)) {
    const cue = CUE_NAMES.indexOf(name as CueName);
    for (const text of phrases.split("|")) {
      if (isCjk(text.charCodeAt(0))) {
        const part = text.replaceAll(" ", "");
        add(index.parts, part[0]!, { cue, text: part });
        continue;
      }
      const phrase = { cue, text };
      for (const first of cutElision(text.slice(0, firstEnd(text)))[0]!.split("/")) {
        if (first.endsWith("~")) add(index.stems, first.slice(0, STEM_LENGTH), phrase);
        else add(index.words, first, phrase);
      }
    }
  }
  return index;
}

/** Returns the end of the first word of a phrase. */
function firstEnd(text: string): number {
  const end = text.search(/[ -]/);
  return end < 0 ? text.length : end;
}

function slotsOf(text: string): Slot[] {
  return text.replaceAll("-", " ").split(" ").flatMap(cutElision).map((slot) => slot.split("/"));
}

/** `d'accord` is two tokens, as the tokenizer cuts it; alternatives are single words. */
function cutElision(slot: string): string[] {
  const at = slot.indexOf("'");
  const isCut = at > 0 && slot.length - at > 3 && !slot.includes("/");
  return isCut ? [slot.slice(0, at + 1), slot.slice(at + 1)] : [slot];
}

/** Finds all phrases of a language that stand in a sentence. */
export function findCues(tokens: Tokens, code: LanguageCode): CueHit[] {
  const index = indexOf(code);
  const { all, places } = tokens;
  const hits: CueHit[] = [];
  for (let place = 0; place < places.length; place++) {
    const from = places[place]!;
    const { form, kind } = all[from]!;
    if (form === "") continue;
    for (const { cue, rest } of phrasesFrom(form, index)) {
      if (matches(rest, 0, tokens, place + 1)) hits.push({ cue, from });
    }
    const beginning = kind === TokenKind.Cjk ? index.parts.get(form) : undefined;
    if (beginning === undefined) continue;
    const text = textFrom(all, from);
    for (const one of beginning) if (text.startsWith(one.text)) hits.push({ cue: one.cue, from });
  }
  return hits;
}

function phrasesFrom(form: string, { words, stems, begun }: CueIndex): readonly Begun[] {
  const known = begun.get(form);
  if (known !== undefined) return known;
  const stem = form.length < STEM_LENGTH ? undefined : stems.get(form.slice(0, STEM_LENGTH));
  const phrases = [...words.get(form) ?? [], ...stem ?? []].flatMap(({ cue, text }): Begun[] => {
    const [first, ...rest] = slotsOf(text);
    return fits(first!, form) ? [{ cue, rest }] : [];
  });
  if (begun.size >= MOST_KNOWN) begun.clear();
  begun.set(form, phrases);
  return phrases;
}

/** A phrase has at most one gap of three words, so this stays linear. */
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
  for (let i = 0; i < slot.length; i++) {
    const word = slot[i]!;
    if (word === form || (word.endsWith("~") && form.startsWith(word.slice(0, -1)))) return true;
  }
  return false;
}

function textFrom(all: readonly Word[], from: number): string {
  let text = "";
  for (let i = from; i < all.length && text.length < LONGEST_PART; i++) text += all[i]!.text;
  return text;
}

const SAMPLE = 600;
/** The share of a sentence's words that must be small words of the language. */
const SMALL_SHARE = 0.12;
/** Matches letters of Cyrillic, East Asian and further scripts, of which most texts hold none. */
const FAR_LETTER = /[\u0400-\u1fff\u2e80-\uffff]/;

/** Returns a sentence's language by its script and small words; `undefined` for English. */
export function languageOf(text: string, { all }: Tokens): LanguageCode | undefined {
  const sample = text.slice(0, SAMPLE);
  if (FAR_LETTER.test(sample)) {
    if (holds(sample, [KANA])) return "ja";
    if (holds(sample, [HANGUL])) return "ko";
    if (/[\u0400-\u052f]/.test(sample)) return "ru";
    if (holds(sample, [HAN], 2)) return "zh";
  }
  const length = Math.min(all.length, SAMPLE);
  const counts = new Map<LanguageCode, number>();
  for (let i = 0; i < length; i++) {
    const { languages } = all[i]!;
    if (languages.length === 0) continue;
    for (const one of languages) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  let best: LanguageCode | undefined;
  // In a sentence without a small word of English, one small word of the language suffices.
  const isEnglish = all.some(({ traits, languages }) =>
    (traits & TRAITS.small) !== 0 && languages.length === 0
  );
  let most = isEnglish ? Math.max(1, length * SMALL_SHARE) : 0;
  for (const [language, count] of counts) {
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}
