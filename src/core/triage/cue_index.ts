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
 * `|went 0 12|while 7|`, of which the numbers are those of `texts`.
 */
export interface CueIndex {
  readonly texts: readonly string[];
  /** The cue of each text, as one character. */
  readonly cues: string;
  readonly words: Lists;
  /** By the first four characters of a word that may end otherwise. */
  readonly stems: Lists;
  /** For scripts without blanks, by the first sign. */
  readonly signs: Lists;
  /** What was made of it so far. */
  readonly entries: Map<string, Entry | undefined>;
}

/** Texts that are searched, by the first character of the words in them. */
export type Lists = Readonly<Record<string, string>>;

/** Of the character that stands for the first cue. */
export const FIRST_CUE_UNIT = 0x23;

/** What is listed under a word, by blanks; `undefined` where nothing is. */
export function numbersOf(lists: Lists, word: string): string[] | undefined {
  const list = lists[word[0] as string];
  if (list === undefined) return undefined;
  const at = list.indexOf(`|${word} `);
  if (at === -1) return undefined;
  const from = at + word.length + 2;
  return list.slice(from, list.indexOf("|", from)).split(" ");
}

/** What begins with one word, ready to be held against what follows it. */
export interface Entry {
  /** The cues that the word is by itself. */
  readonly alone: readonly number[];
  /** By the word that must follow. */
  readonly next: ReadonlyMap<string, readonly Phrase[]>;
  /** What anything may follow: a gap or one of many forms. */
  readonly open: readonly Phrase[];
}

interface Phrase {
  readonly cue: number;
  readonly text: string;
  /** Cut when what must follow its first word does. */
  slots: readonly Slot[] | undefined;
}

/** The words that may stand in one place: `stem~`, `#` for a number, and `*` alone for a gap. */
type Slot = readonly string[];

export const STEM_LENGTH = 4;
const LONGEST_GAP = 3;
const GAP = "*";

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
  const exact = numbersOf(index.words, word);
  const stemmed = numbersOf(index.stems, word.slice(0, STEM_LENGTH));
  if (exact === undefined && stemmed === undefined) return undefined;
  const entry = { alone: [], next: new Map(), open: [] };
  for (const number of exact ?? []) addPhrase(entry, index, Number(number));
  if (stemmed === undefined) return entry;
  for (const number of stemmed) {
    const [first = ""] = (index.texts[Number(number)] as string).split(" ");
    if (fits(first.split("/"), word)) addPhrase(entry, index, Number(number));
  }
  return entry;
}

interface OpenEntry extends Entry {
  readonly alone: number[];
  readonly next: Map<string, Phrase[]>;
  readonly open: Phrase[];
}

function addPhrase({ alone, next, open }: OpenEntry, index: CueIndex, number: number): void {
  const text = index.texts[number] as string;
  const cue = cueAt(index, number);
  const from = text.indexOf(" ") + 1;
  if (from === 0) {
    alone.push(cue);
    return;
  }
  const end = text.indexOf(" ", from);
  const second = end === -1 ? text.slice(from) : text.slice(from, end);
  const phrase = { cue, text, slots: undefined };
  if (second === GAP || second.includes("~")) open.push(phrase);
  else if (second.includes("/")) { for (const word of second.split("/")) append(next, word, phrase); }
  else append(next, second, phrase);
}

function cueAt({ cues }: CueIndex, number: number): number {
  return cues.charCodeAt(number) - FIRST_CUE_UNIT;
}

function append(map: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [phrase]);
  else known.push(phrase);
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
    for (let i = 0; i < entry.alone.length; i++) hits.push({ cue: entry.alone[i] as number, from });
    const following = all[places[place + 1] ?? -1];
    const phrases = following === undefined ? undefined : entry.next.get(following.form);
    if (phrases !== undefined) matchPhrases(phrases, { all, places, place: place + 1 }, hits);
    if (entry.open.length > 0) matchPhrases(entry.open, { all, places, place: place + 1 }, hits);
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
  readonly all: readonly Word[];
  readonly places: readonly number[];
  /** Of the word that the second slot is held against. */
  readonly place: number;
}

function matchPhrases(phrases: readonly Phrase[], position: Position, hits: CueHit[]): void {
  const from = position.places[position.place - 1] as number;
  for (let i = 0; i < phrases.length; i++) {
    const phrase = phrases[i] as Phrase;
    phrase.slots ??= phrase.text.split(" ").map((slot) => slot.split("/"));
    if (matches(phrase.slots, 1, position)) hits.push({ cue: phrase.cue, from });
  }
}

/** A phrase has at most one gap of three words, so this stays linear. */
function matches(slots: readonly Slot[], from: number, { all, places, place }: Position): boolean {
  let at = place;
  for (let i = from; i < slots.length; i++) {
    const slot = slots[i] as Slot;
    if (slot[0] === GAP) {
      for (let gap = 0; gap <= LONGEST_GAP; gap++) {
        if (matches(slots, i + 1, { all, places, place: at + gap })) return true;
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
