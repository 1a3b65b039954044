import type { Course } from "./course.ts";
import { type Passage, type Reading, says, type Sentence } from "./reading.ts";
import { carriesSubject, TokenKind, type Word } from "./words.ts";

/** An option that a user took, and the message that laid it out. */
export interface Pick {
  readonly option: Passage;
  /** All options taken for the same question, in the order in which they were laid out, with this one. */
  readonly together?: readonly Passage[];
  readonly offer: Reading;
}

/** The most words of an answer to an offer, and the most messages that the offer may lie back. */
const BRIEF = 12;
const LOOK_BACK = 6;
/** A longer list is an account of something, not a choice. */
const MOST_OPTIONS = 8;

const ORDINALS: readonly string[] = ["first", "second", "third", "fourth", "fifth"];
/** Matches a letter that stands for an option, and not for "a" or "I". */
const LETTER = /(?:^|\s)(?:([B-H])(?![\w']|:\\)|(A)(?=[.,;:!)]|$))/;

/**
 * Returns the option of the agent's that a user takes in a few words: by its number or letter, its name, or a
 * word that only one option holds ("second one", "ok B", "duckdb then"). Else returns `undefined`.
 */
export function optionTaken({ steps }: Course, step: number, passage: Passage): Pick | undefined {
  const own = passage.sentences[0];
  if (steps[step]?.reading.role !== "user" || own === undefined) return undefined;
  if (own.isQuestion || own.tokens.places.length > BRIEF) return undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const offer = steps[i]!.reading;
    if (offer.role !== "assistant") continue;
    const repeated = offer.passages.findLast((option) => isRepeated(option, passage));
    const option = repeated ?? (passage.index > 0 ? undefined : optionNamed(offer, own));
    if (option !== undefined) return { option, offer };
    if (letterIn(own) > 0 && optionsOf(offer).length > 0) return undefined;
  }
  return undefined;
}

/** Matches an agent's mark on the option that it recommends. */
const MARKED = / \(recommended\)(?=:|$)/i;

/** Returns an option's words without that mark. */
export function withoutMark(option: string): string {
  return option.replace(MARKED, "");
}

/** Tells whether the user's passage repeats an option: all of its words, or those before the colon. */
function isRepeated({ kind, sentences: [offered] }: Passage, { sentences: [own] }: Passage): boolean {
  if (own === undefined || offered === undefined || kind !== "item") return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = withoutMark(offered.text).slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

/** Returns the pick where the user took it by its name and no other words, else `undefined`. */
export function pickByName(
  { pick, passage }: { readonly pick: Pick | undefined; readonly passage: Passage },
): Pick | undefined {
  return pick !== undefined && isRepeated(pick.option, passage) ? pick : undefined;
}

const DESCRIBED = /\S(?:: |\uff1a| [-\u2013\u2014] )\S/;

/** Tells whether an option explains itself: "SQLite: one file, no server". */
export function isDescribed({ sentences }: Passage): boolean {
  return DESCRIBED.test(sentences.map(({ text }) => text).join(" "));
}

/** Returns the question above the option that was taken; `undefined` without one. */
export function questionOf({ option, offer }: Pick): Passage | undefined {
  return offer.passages.slice(0, option.index).findLast(isAsking);
}

export function isAsking({ sentences }: Passage): boolean {
  return sentences.some(({ isQuestion }) => isQuestion);
}

/** Returns the items of a message's list, else the passages that tell of a choice. */
function optionsOf({ passages }: Reading): Passage[] {
  const items = passages.filter(({ kind }) => kind === "item");
  if (items.length > 1) return items.length <= MOST_OPTIONS ? items : [];
  return passages.filter((passage) => says(passage, "options", "pending"));
}

/** Returns the last option with that label, else the one at that place, else the only one with a word. */
function optionNamed(offer: Reading, answer: Sentence): Passage | undefined {
  const number = numberIn(answer);
  const letter = letterIn(answer);
  const labels = [...number > 0 && letter === 0 ? [String(number)] : [], String.fromCharCode(0x40 + number)];
  const labelled = offer.passages.findLast(({ label }) =>
    label !== undefined && labels.includes(label.toUpperCase())
  );
  const options = optionsOf(offer);
  if (labelled !== undefined || options.length === 0) return labelled;
  // A letter names no place in a list that has labels.
  if (letter > 0 && options.some(({ label }) => label !== undefined)) return undefined;
  if (number > 0) return options.length === 1 ? options[0] : options[number - 1];
  return onlyOneNaming(options, answer.tokens.all);
}

/** Returns the number by which an option is named, from 1; 0 where none is. */
function numberIn(answer: Sentence): number {
  for (const { kind, text } of answer.tokens.all) {
    if (kind === TokenKind.Number && /^[1-8]$/.test(text)) return Number(text);
    const ordinal = ORDINALS.indexOf(text);
    if (ordinal >= 0) return ordinal + 1;
  }
  return letterIn(answer);
}

/** Returns the place in the alphabet of the letter by which an option is named; 0 where none is. */
function letterIn({ text }: Sentence): number {
  const [, letter, first] = LETTER.exec(text) ?? [];
  return (letter ?? first ?? "@").charCodeAt(0) - 0x40;
}

/** Returns the only option that holds one of those words which carry a subject. */
function onlyOneNaming(options: readonly Passage[], words: readonly Word[]): Passage | undefined {
  for (const { text } of words.filter(carriesSubject)) {
    const naming = options.filter(({ sentences }) =>
      sentences.some(({ tokens: { all } }) => all.some((word) => word.text === text))
    );
    if (naming.length === 1) return naming[0];
  }
  return undefined;
}
