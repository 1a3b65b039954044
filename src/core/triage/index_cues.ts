import { CUE_NAMES, type CueIndex, FIRST_CUE_UNIT, STEM_LENGTH } from "./cue_index.ts";
import type { CueTable } from "./cues/cue_names.ts";

/** Builds the lookup for one language. */
export function indexCues(table: CueTable): CueIndex {
  const texts: string[] = [];
  let cues = "";
  const firsts: Firsts = { words: new Map(), stems: new Map(), signs: new Map() };
  for (const [cue, name] of CUE_NAMES.entries()) {
    for (const written of table[name]?.split("|") ?? []) {
      const text = textOf(written);
      addFirst(firsts, text, texts.length);
      texts.push(text);
      cues += String.fromCharCode(FIRST_CUE_UNIT + cue);
    }
  }
  const { words, stems, signs } = firsts;
  return {
    texts,
    cues,
    words: listsOf(words),
    stems: listsOf(stems),
    signs: listsOf(signs),
    entries: new Map(),
  };
}

/** As tokens stand behind each other; those of scripts without blanks are held against text without any. */
function textOf(written: string): string {
  if (isDense(written)) return written.replaceAll(" ", "");
  return written.replaceAll("-", " ").split(" ").map(cutElision).join(" ");
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

interface Firsts {
  readonly words: Numbers;
  readonly stems: Numbers;
  readonly signs: Numbers;
}

function addFirst({ words, stems, signs }: Firsts, text: string, number: number): void {
  if (isDense(text)) return append(signs, text[0] as string, number);
  const [first = ""] = text.split(" ");
  for (const word of first.split("/")) {
    if (word.endsWith("~")) append(stems, word.slice(0, STEM_LENGTH), number);
    else append(words, word, number);
  }
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
