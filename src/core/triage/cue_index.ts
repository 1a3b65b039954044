import { type CueName, CUES } from "./cues/cue_names.ts";
import { TokenKind } from "./token_kind.ts";
import type { Tokens } from "./tokens.ts";
import type { Word } from "./word.ts";

/** All cues in a fixed order; a hit names its cue by the place in it. */
export const CUE_NAMES = Object.keys(CUES) as readonly CueName[];

/** A phrase found in a sentence: which cue, and at which token it begins. */
export interface CueHit {
  readonly cue: number;
  readonly from: number;
}

/**
 * The phrases of one language by their first word, as they are written: most are never looked at, and nothing is built
 * of them. The lists are texts that the engine searches, by the first character of what is looked for:
 * `|fail 287|flas 311|`, of which the numbers are those of `texts`.
 */
export interface CueIndex {
  /** The phrases of which more has to be read than their first two words. */
  readonly texts: readonly string[];
  /** The cue of each text, as one character. */
  readonly cues: string;
  /**
   * `|went 3;12;>with -1 7>for -2|`: the cues that the word is by itself, the phrases that go on in several ways (with a
   * gap, or one of many forms), and all others by their second word. Below zero it is the cue (`~number`): those two
   * words are all of the phrase.
   */
  readonly words: Lists;
  /** By the first four characters of a word that may end otherwise. */
  readonly stems: Lists;
  /** For scripts without blanks, by the first sign. */
  readonly signs: Lists;
  /** What was made of it so far. */
  readonly entries: Map<string, Entry | undefined>;
  readonly slots: (readonly Slot[] | undefined)[];
}

/** Texts that are searched, by the first character of the words in them. */
export type Lists = Readonly<Record<string, string>>;

/** Of the character that stands for the first cue. */
export const FIRST_CUE_UNIT = 0x23;

/** What is listed under a word, by blanks; `undefined` where nothing is. */
export function numbersOf(lists: Lists, word: string): string[] | undefined {
  return listedUnder(lists, word)?.split(" ");
}

function listedUnder(lists: Lists, word: string): string | undefined {
  const list = lists[word[0] as string];
  return list === undefined ? undefined : behind(list, `|${word} `, "|");
}

/** What stands in a list behind a mark, up to the sign that ends it. */
function behind(list: string, mark: string, end: string): string | undefined {
  const at = list.indexOf(mark);
  if (at === -1) return undefined;
  const from = at + mark.length;
  const to = list.indexOf(end, from);
  return list.slice(from, to === -1 ? list.length : to);
}

/** What begins with one word, ready to be held against what follows it. */
export interface Entry {
  readonly index: CueIndex;
  /** The cues that the word is by itself. */
  readonly alone: readonly number[];
  /** By the word that must follow, as the index has it. */
  readonly next: string;
  /** What may follow in several ways. */
  readonly open: readonly number[];
}

/** The words that may stand in one place: `stem~`, `#` for a number, and `*` alone for a gap. */
type Slot = readonly string[];

export const STEM_LENGTH = 4;
const LONGEST_GAP = 3;
export const GAP = "*";

/** What of the index begins with this word. */
export function entryOf(index: CueIndex, word: string): Entry | undefined {
  let entry = index.entries.get(word);
  if (entry === undefined && !index.entries.has(word)) {
    entry = makeEntry(index, word);
    index.entries.set(word, entry);
  }
  return entry;
}

function makeEntry(index: CueIndex, word: string): Entry | undefined {
  const listed = listedUnder(index.words, word);
  const stemmed = numbersOf(index.stems, word.slice(0, STEM_LENGTH));
  if (listed === undefined && stemmed === undefined) return undefined;
  const [alone = "", open = "", next = ""] = (listed ?? "").split(";");
  const entry = {
    index,
    alone: asNumbers(alone),
    next,
    open: asNumbers(open),
  };
  for (const number of stemmed ?? []) addStemmed(entry, word, Number(number));
  return entry;
}

function asNumbers(list: string): number[] {
  return list === "" ? [] : list.split(" ").map(Number);
}

function addStemmed(
  { index, alone, open }: { readonly index: CueIndex; readonly alone: number[]; readonly open: number[] },
  word: string,
  number: number,
): void {
  const [first = [], second] = slotsOf(index, number);
  if (!fits(first, word)) return;
  if (second === undefined) alone.push(cueAt(index, number));
  else open.push(number);
}

function cueAt({ cues }: CueIndex, number: number): number {
  return cues.charCodeAt(number) - FIRST_CUE_UNIT;
}

/** Adds all phrases that begin in the sentence with a word of which `entryAt` knows some. */
export function findCues(
  { all, places }: Tokens,
  entryAt: (word: Word) => Entry | undefined,
  hits: CueHit[],
): void {
  for (let place = 0; place < places.length; place++) {
    const from = places[place] as number;
    const entry = entryAt(all[from] as Word);
    if (entry === undefined) continue;
    const { index, alone, next, open } = entry;
    for (let i = 0; i < alone.length; i++) hits.push({ cue: alone[i] as number, from });
    const following = all[places[place + 1] ?? -1]?.form ?? "";
    const fitting = next === "" || following === "" ? undefined : behind(next, `>${following} `, ">");
    if (fitting === undefined && open.length === 0) continue;
    const position = { index, all, places, place: place + 1 };
    if (fitting !== undefined) matchPhrases(asNumbers(fitting), position, hits);
    matchPhrases(open, position, hits);
  }
}

/** The same for a script without blanks: phrases are parts of the text. */
export function findParts({ all, places }: Tokens, index: CueIndex, hits: CueHit[]): void {
  for (let place = 0; place < places.length; place++) {
    const from = places[place] as number;
    const word = all[from] as Word;
    if (word.kind !== TokenKind.Cjk) continue;
    const numbers = numbersOf(index.signs, word.form);
    if (numbers === undefined) continue;
    const text = textFrom(all, from);
    for (const number of numbers.map(Number)) {
      if (text.startsWith(index.texts[number] as string)) hits.push({ cue: cueAt(index, number), from });
    }
  }
}

const LONGEST_PART = 12;

function textFrom(all: readonly Word[], from: number): string {
  let text = "";
  for (let i = from; i < all.length && text.length < LONGEST_PART; i++) text += (all[i] as Word).text;
  return text;
}

interface Position {
  readonly index: CueIndex;
  readonly all: readonly Word[];
  readonly places: readonly number[];
  /** Of the word that the second slot is held against. */
  readonly place: number;
}

function matchPhrases(numbers: readonly number[], position: Position, hits: CueHit[]): void {
  const { index, places, place } = position;
  const from = places[place - 1] as number;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number;
    if (number < 0) hits.push({ cue: ~number, from });
    else if (matches(slotsOf(index, number), 1, position)) hits.push({ cue: cueAt(index, number), from });
  }
}

/** The slots of a phrase, cut when what must follow its first word does. */
function slotsOf({ texts, slots }: CueIndex, number: number): readonly Slot[] {
  return slots[number] ??= (texts[number] as string).split(" ").map((slot) => slot.split("/"));
}

/** A phrase has at most one gap of three words, so this stays linear. */
function matches(slots: readonly Slot[], from: number, position: Position): boolean {
  const { all, places } = position;
  let at = position.place;
  for (let i = from; i < slots.length; i++) {
    const slot = slots[i] as Slot;
    if (slot[0] === GAP) {
      for (let gap = 0; gap <= LONGEST_GAP; gap++) {
        if (matches(slots, i + 1, { ...position, place: at + gap })) return true;
      }
      return false;
    }
    const word = all[places[at] ?? -1];
    if (word === undefined || !fits(slot, word.form)) return false;
    at++;
  }
  return true;
}

function fits(slot: Slot, word: string): boolean {
  if (slot.includes(word)) return word !== "";
  for (const entry of slot) if (entry.endsWith("~") && word.startsWith(entry.slice(0, -1))) return true;
  return false;
}
