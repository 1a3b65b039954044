import { type CueName, CUES, type CueTable } from "./cues/cue_names.ts";
import { HASH_SEED, hashUnit, hashWord, TokenKind, type Tokens } from "./tokens.ts";

/** All cues in a fixed order; a hit names its cue by the place in it. */
export const CUE_NAMES = Object.keys(CUES) as readonly CueName[];

/** A phrase found in a sentence: which cue, and from which to which token. */
export interface CueHit {
  readonly cue: number;
  readonly from: number;
  readonly to: number;
}

/** Phrases looked up by their first word or character. */
export interface CueIndex {
  readonly words: Map<number, Phrase[]>;
  readonly stems: Map<number, Phrase[]>;
  readonly characters: Map<number, Part[]>;
}

interface Phrase {
  readonly cue: number;
  readonly slots: readonly Slot[];
}

/** One place of a phrase: any of some words, of some stems, a number, or a gap. */
interface Slot {
  readonly hashes: readonly number[];
  readonly stems: readonly string[];
  readonly kind: "word" | "number" | "gap";
}

interface Part {
  readonly cue: number;
  readonly text: string;
}

const STEM_LENGTH = 4;
const LONGEST_GAP = 3;

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

function addPhrase(index: CueIndex, cue: number, phrase: string): void {
  const unit = phrase.charCodeAt(0);
  if (unit >= 0x3041 && unit < 0xd7b0) {
    append(index.characters, unit, { cue, text: phrase });
    return;
  }
  const slots = phrase.split(" ").flatMap(parseSlots);
  const first = slots[0];
  if (first === undefined) return;
  const entry = { cue, slots };
  for (const hash of first.hashes) append(index.words, hash, entry);
  for (const stem of first.stems) append(index.stems, hashWord(stem.slice(0, STEM_LENGTH)), entry);
  if (first.kind === "number") append(index.words, NUMBER_KEY, entry);
}

const NUMBER_KEY = hashUnit(HASH_SEED, 0x23);

function append<T>(map: Map<number, T[]>, key: number, entry: T): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}

function parseSlots(text: string): Slot[] {
  if (text === "*") return [{ hashes: [], stems: [], kind: "gap" }];
  if (text === "#") return [{ hashes: [], stems: [], kind: "number" }];
  if (!text.includes("/")) return text.split("-").flatMap(splitElision).map((word) => wordSlot([word]));
  return [wordSlot(text.split("/"))];
}

/** `d'accord` is two tokens, as the tokenizer cuts it. */
function splitElision(word: string): string[] {
  const at = word.indexOf("'");
  return at > 0 && word.length - at > 3 ? [word.slice(0, at + 1), word.slice(at + 1)] : [word];
}

function wordSlot(words: readonly string[]): Slot {
  const isStem = (word: string) => word.endsWith("~") && word.length > STEM_LENGTH;
  const isNumber = words.includes("#");
  return {
    hashes: words.filter((word) => !isStem(word) && word !== "#").map((word) =>
      hashWord(word.replace("~", ""))
    ),
    stems: words.filter(isStem).map((word) => word.slice(0, -1)),
    kind: isNumber ? "number" : "word",
  };
}

/** All phrases of the index in a sentence, in the order in which they begin. `places` are its tokens but the marks. */
export function findCues(index: CueIndex, tokens: Tokens, places: readonly number[]): CueHit[] {
  const hits: CueHit[] = [];
  for (let place = 0; place < places.length; place++) {
    const token = places[place] as number;
    if (tokens.kinds[token] === TokenKind.Cjk) {
      matchParts(
        index.characters.get(tokens.text.charCodeAt(tokens.starts[token] as number)),
        tokens,
        token,
        hits,
      );
      continue;
    }
    const isNumber = tokens.kinds[token] === TokenKind.Number;
    const key = isNumber ? NUMBER_KEY : tokens.hashes[token] as number;
    matchPhrases(index.words.get(key), { tokens, places, place }, hits);
    if (!isNumber) {
      matchPhrases(index.stems.get(tokens.stems[token] as number), { tokens, places, place }, hits);
    }
  }
  return hits;
}

function matchParts(parts: readonly Part[] | undefined, tokens: Tokens, token: number, hits: CueHit[]): void {
  if (parts === undefined) return;
  const start = tokens.starts[token] as number;
  for (const part of parts) {
    if (tokens.text.startsWith(part.text, start)) hits.push({ cue: part.cue, from: token, to: token + 1 });
  }
}

interface Position {
  readonly tokens: Tokens;
  readonly places: readonly number[];
  readonly place: number;
}

function matchPhrases(phrases: readonly Phrase[] | undefined, position: Position, hits: CueHit[]): void {
  if (phrases === undefined) return;
  for (const phrase of phrases) {
    const end = matchFrom(phrase.slots, 0, position);
    if (end === -1) continue;
    const { places, place } = position;
    hits.push({ cue: phrase.cue, from: places[place] as number, to: (places[end - 1] as number) + 1 });
  }
}

/** The place after the last matched one, or -1. A phrase has at most one gap of three words, so this stays linear. */
function matchFrom(slots: readonly Slot[], from: number, { tokens, places, place }: Position): number {
  let at = place;
  for (let i = from; i < slots.length; i++) {
    const slot = slots[i] as Slot;
    if (slot.kind === "gap") {
      for (let gap = 0; gap <= LONGEST_GAP; gap++) {
        const end = matchFrom(slots, i + 1, { tokens, places, place: at + gap });
        if (end !== -1) return end;
      }
      return -1;
    }
    if (at >= places.length || !fits(slot, tokens, places[at] as number)) return -1;
    at++;
  }
  return at;
}

function fits(slot: Slot, tokens: Tokens, token: number): boolean {
  if (slot.kind === "number" && tokens.kinds[token] === TokenKind.Number) return true;
  const hash = tokens.hashes[token] as number;
  for (let i = 0; i < slot.hashes.length; i++) if (slot.hashes[i] === hash) return true;
  for (let i = 0; i < slot.stems.length; i++) {
    if (tokens.text.startsWith(slot.stems[i] as string, tokens.starts[token] as number)) return true;
  }
  return false;
}
