import { type CueName, CUES, type CueTable } from "./cues/cue_names.ts";
import { TokenKind, type Tokens } from "./tokens.ts";

/** All cues in a fixed order; a hit names its cue by the place in it. */
export const CUE_NAMES = Object.keys(CUES) as readonly CueName[];

/** A phrase found in a sentence: which cue, and from which to which token. */
export interface CueHit {
  readonly cue: number;
  readonly from: number;
  readonly to: number;
}

/** Phrases looked up by their first word, stem or character. */
export interface CueIndex {
  readonly words: Map<string, Phrase[]>;
  readonly stems: Map<string, Phrase[]>;
  readonly characters: Map<string, Part[]>;
}

/** A phrase is cut into its slots when its first word is met: most never are, and a cold process has no time. */
interface Phrase {
  readonly cue: number;
  readonly text: string;
  slots: readonly Slot[] | undefined;
  /** Whether its second word must be one of those that are written in it. */
  isPlain: boolean | undefined;
}

/** The words that may stand in one place: `stem~`, `#` for a number, and `*` alone for a gap. */
type Slot = readonly string[];

interface Part {
  readonly cue: number;
  readonly text: string;
}

const STEM_LENGTH = 4;
const LONGEST_GAP = 3;
const NUMBER = "#";
const GAP = "*";

/** Builds the lookup for one language; cheap enough for a hook when only the languages in use are built. */
export function indexCues(table: CueTable): CueIndex {
  const index: CueIndex = { words: new Map(), stems: new Map(), characters: new Map() };
  for (let cue = 0; cue < CUE_NAMES.length; cue++) {
    const phrases = table[CUE_NAMES[cue] as CueName];
    if (phrases === undefined) continue;
    for (const phrase of phrases.split("|")) addPhrase(index, cue, phrase);
  }
  return index;
}

function addPhrase(index: CueIndex, cue: number, written: string): void {
  const unit = written.charCodeAt(0);
  if (unit >= 0x3041 && unit < 0xd7b0) {
    append(index.characters, written[0] as string, { cue, text: written });
    return;
  }
  const text = written.includes("-") ? written.replaceAll("-", " ") : written;
  const space = text.indexOf(" ");
  const first = space === -1 ? text : text.slice(0, space);
  const phrase: Phrase = { cue, text, slots: undefined, isPlain: undefined };
  if (!first.includes("/")) {
    addFirstWord(index, first.includes("'") ? splitElision(first)[0] as string : first, phrase);
    return;
  }
  const words = first.split("/");
  for (let i = 0; i < words.length; i++) addFirstWord(index, words[i] as string, phrase);
}

function addFirstWord(index: CueIndex, word: string, phrase: Phrase): void {
  if (word.endsWith("~")) append(index.stems, word.slice(0, STEM_LENGTH), phrase);
  else append(index.words, word, phrase);
}

function append<T>(map: Map<string, T[]>, key: string, entry: T): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}

function parseSlots(text: string): Slot[] {
  const slots: Slot[] = [];
  for (const place of text.split(" ")) {
    if (place.includes("/")) slots.push(place.split("/"));
    else for (const word of splitElision(place)) slots.push([word]);
  }
  return slots;
}

/** `d'accord` is two tokens, as the tokenizer cuts it. */
function splitElision(word: string): string[] {
  const at = word.indexOf("'");
  return at > 0 && word.length - at > 3 ? [word.slice(0, at + 1), word.slice(at + 1)] : [word];
}

/** All phrases of the index in a sentence, in the order in which they begin. `places` are its tokens but the marks. */
export function findCues(index: CueIndex, tokens: Tokens, places: readonly number[]): CueHit[] {
  const hits: CueHit[] = [];
  const words = wordsAt(tokens, places);
  for (let place = 0; place < places.length; place++) {
    const token = places[place] as number;
    const word = words[place] as string;
    if (tokens.kinds[token] === TokenKind.Cjk) {
      matchParts(index.characters.get(word), tokens, token, hits);
      continue;
    }
    const phrases = index.words.get(word);
    if (phrases !== undefined) matchPhrases(phrases, { words, places, place }, hits);
    const stemmed = index.stems.size === 0 ? undefined : index.stems.get(word.slice(0, STEM_LENGTH));
    if (stemmed !== undefined) matchPhrases(stemmed, { words, places, place }, hits);
  }
  return hits;
}

/** Words as they stand in phrases; names and code match nothing. */
function wordsAt({ text, kinds, starts, ends }: Tokens, places: readonly number[]): string[] {
  return places.map((token) => {
    const kind = kinds[token];
    if (kind === TokenKind.Number) return NUMBER;
    if (kind !== TokenKind.Word && kind !== TokenKind.Cjk) return "";
    const word = text.slice(starts[token], ends[token]);
    return word.includes("\u2019") ? word.replaceAll("\u2019", "'") : word;
  });
}

function matchParts(parts: readonly Part[] | undefined, tokens: Tokens, token: number, hits: CueHit[]): void {
  if (parts === undefined) return;
  const start = tokens.starts[token] as number;
  for (const part of parts) {
    if (tokens.text.startsWith(part.text, start)) hits.push({ cue: part.cue, from: token, to: token + 1 });
  }
}

interface Position {
  readonly words: readonly string[];
  readonly places: readonly number[];
  readonly place: number;
}

function matchPhrases(phrases: readonly Phrase[], position: Position, hits: CueHit[]): void {
  const { places, place } = position;
  const next = position.words[place + 1] ?? "";
  for (let i = 0; i < phrases.length; i++) {
    const phrase = phrases[i] as Phrase;
    if (!phrase.text.includes(next) && isPlain(phrase)) continue;
    phrase.slots ??= parseSlots(phrase.text);
    const end = matchFrom(phrase.slots, 0, position);
    if (end === -1) continue;
    hits.push({ cue: phrase.cue, from: places[place] as number, to: (places[end - 1] as number) + 1 });
  }
}

/** Most phrases end at their second word: one look at it saves cutting them up. */
function isPlain(phrase: Phrase): boolean {
  return phrase.isPlain ??= phrase.text.includes(" ") &&
    !(phrase.text.includes(GAP) || phrase.text.includes("~") || phrase.text.includes(NUMBER));
}

/** The place after the last matched one, or -1. A phrase has at most one gap of three words, so this stays linear. */
function matchFrom(slots: readonly Slot[], from: number, { words, places, place }: Position): number {
  let at = place;
  for (let i = from; i < slots.length; i++) {
    const slot = slots[i] as Slot;
    if (slot[0] === GAP) {
      for (let gap = 0; gap <= LONGEST_GAP; gap++) {
        const end = matchFrom(slots, i + 1, { words, places, place: at + gap });
        if (end !== -1) return end;
      }
      return -1;
    }
    if (at >= words.length || !fits(slot, words[at] as string)) return -1;
    at++;
  }
  return at;
}

function fits(slot: Slot, word: string): boolean {
  if (slot.includes(word)) return word !== "";
  for (const entry of slot) if (entry.endsWith("~") && word.startsWith(entry.slice(0, -1))) return true;
  return false;
}
