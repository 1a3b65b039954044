import { CUE_NAMES, type CueIndex, FIRST_CUE_UNIT, GAP, STEM_LENGTH } from "./cue_index.ts";
import type { CueTable } from "./cues/cue_names.ts";

/** Builds the lookup for one language. */
export function indexCues(table: CueTable): CueIndex {
  const texts: string[] = [];
  let cues = "";
  const firsts: Firsts = { words: new Map(), stems: new Map(), signs: new Map() };
  for (const [cue, name] of CUE_NAMES.entries()) {
    for (const written of table[name]?.split("|") ?? []) {
      const text = textOf(written);
      const number = isKnownByTwo(text) ? ~cue : texts.length;
      addFirst(firsts, text, { cue, number });
      if (number < 0) continue;
      texts.push(text);
      cues += String.fromCharCode(FIRST_CUE_UNIT + cue);
    }
  }
  const { words, stems, signs } = firsts;
  const listed = [...words].map(([word, phrases]) => [word, listOf(phrases)] as const);
  return {
    texts,
    cues,
    words: listsOf(new Map(listed)),
    stems: listsOf(stems),
    signs: listsOf(signs),
    entries: new Map(),
    slots: [],
  };
}

/** As tokens stand behind each other; those of scripts without blanks are held against text without any. */
function textOf(written: string): string {
  if (isDense(written)) return written.replaceAll(" ", "");
  return written.replaceAll("-", " ").split(" ").map(cutElision).join(" ");
}

/** Whether a phrase has at most two words, and each of them in certain forms. */
function isKnownByTwo(text: string): boolean {
  const slots = text.split(" ");
  return !isDense(text) && slots.length <= 2 && !slots.includes(GAP) && !text.includes("~");
}

function isDense(text: string): boolean {
  const unit = text.charCodeAt(0);
  return unit >= 0x3041 && unit < 0xd7b0;
}

/** `d'accord` is two tokens, as the tokenizer cuts it; alternatives are single words. */
function cutElision(slot: string): string {
  const at = slot.indexOf("'");
  const isCut = at > 0 && slot.length - at > 3 && !slot.includes("/");
  return isCut ? `${slot.slice(0, at + 1)} ${slot.slice(at + 1)}` : slot;
}

type Numbers = Map<string, string>;

/** The phrases that begin with one word, as `CueIndex.words` lists them. */
interface WordPhrases {
  readonly alone: number[];
  readonly open: number[];
  readonly next: Numbers;
}

interface Firsts {
  readonly words: Map<string, WordPhrases>;
  readonly stems: Numbers;
  readonly signs: Numbers;
}

interface Listed {
  readonly cue: number;
  /** As the lists name it. */
  readonly number: number;
}

function addFirst({ words, stems, signs }: Firsts, text: string, listed: Listed): void {
  if (isDense(text)) return append(signs, text[0] as string, listed.number);
  const [first = "", second] = text.split(" ");
  for (const word of first.split("/")) {
    if (word.endsWith("~")) append(stems, word.slice(0, STEM_LENGTH), listed.number);
    else addSecond(phrasesOf(words, word), second, listed);
  }
}

function phrasesOf(words: Map<string, WordPhrases>, word: string): WordPhrases {
  const phrases = words.get(word) ?? { alone: [], open: [], next: new Map() };
  words.set(word, phrases);
  return phrases;
}

function addSecond(
  { alone, open, next }: WordPhrases,
  second: string | undefined,
  { cue, number }: Listed,
): void {
  if (second === undefined) alone.push(cue);
  else if (second === GAP || second.includes("~")) open.push(number);
  else for (const word of second.split("/")) append(next, word, number);
}

function listOf({ alone, open, next }: WordPhrases): string {
  const seconds = [...next].map(([word, numbers]) => `>${word} ${numbers}`);
  return [alone.join(" "), open.join(" "), seconds.join("")].join(";");
}

function append(map: Numbers, key: string, number: number): void {
  const known = map.get(key);
  map.set(key, known === undefined ? String(number) : `${known} ${number}`);
}

/** What is listed under each word, as `numbersOf` finds it. */
export function listsOf(numbers: ReadonlyMap<string, string>): Record<string, string> {
  const lists: Record<string, string> = {};
  for (const [word, list] of numbers) {
    const first = word[0] as string;
    lists[first] = `${lists[first] ?? "|"}${word} ${list}|`;
  }
  return lists;
}
