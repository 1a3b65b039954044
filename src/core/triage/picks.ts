import { type Course, says } from "./course.ts";
import type { Passage, Reading } from "./read_message.ts";
import { TokenKind } from "./token_kind.ts";
import { carriesSubject, type Word } from "./word.ts";

/** Who takes up what was offered says so in few words, and soon. */
const BRIEF = 12;
const LOOK_BACK = 6;
/** More is an account of something, not a choice. */
const MOST_OPTIONS = 8;

const ORDINALS: readonly string[] = ["first", "second", "third", "fourth", "fifth"];
/** A letter that stands for an option, and not for "a" or "I". */
const LETTER = /(?:^|\s)(?:([B-H])(?![\w'])|(A)(?=[.,;:!)]|$))/;

/**
 * What a user takes of what the agent has laid out, where a few words name it: its number or letter, or a word that only
 * one of the options holds ("second one", "ok B", "duckdb then"); `undefined` where nothing is taken.
 */
export function optionTaken({ steps }: Course, step: number, passage: Passage): Passage | undefined {
  const own = passage.sentences[0];
  if (steps[step]?.reading.role !== "user" || passage.index > 0 || own === undefined) return undefined;
  if (own.isQuestion || own.tokens.places.length > BRIEF) return undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const { reading } = steps[i]!;
    const taken = reading.role === "assistant"
      ? takenOf(optionsOf(reading), own.text, own.tokens.all)
      : undefined;
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** The items of a list, or the sentences that say that there is a choice; none where nothing is laid out. */
function optionsOf(reading: Reading): Passage[] {
  const items = reading.passages.filter(({ kind }) => kind === "item");
  if (items.length > 1) return items.length <= MOST_OPTIONS ? items : [];
  return reading.passages.filter((passage) => says(passage, "options") || says(passage, "pending"));
}

function takenOf(options: readonly Passage[], text: string, words: readonly Word[]): Passage | undefined {
  if (options.length === 0) return undefined;
  const number = numberIn(text, words);
  const numbered = options.length === 1 && number > 0 ? options[0] : options[number - 1];
  return numbered ?? onlyOneNaming(options, words);
}

/** The number by which an option is named, from 1; 0 where none is. */
function numberIn(text: string, words: readonly Word[]): number {
  for (const { kind, text } of words) {
    if (kind === TokenKind.Number && /^[1-8]$/.test(text)) return Number(text);
    const ordinal = ORDINALS.indexOf(text);
    if (ordinal >= 0) return ordinal + 1;
  }
  const letter = LETTER.exec(text);
  return letter === null ? 0 : (letter[1] ?? letter[2] ?? "").charCodeAt(0) - 0x40;
}

/** The option that holds a word of these which carries a subject, if no other one does. */
function onlyOneNaming(options: readonly Passage[], words: readonly Word[]): Passage | undefined {
  for (const { text } of words.filter(carriesSubject)) {
    const naming = options.filter(({ sentences }) =>
      sentences.some(({ tokens: { all } }) => all.some((word) => word.text === text))
    );
    if (naming.length === 1) return naming[0];
  }
  return undefined;
}
