import { type Course, says } from "./course.ts";
import type { Passage, Reading, Sentence } from "./read_message.ts";
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
  if (steps[step]?.reading.role !== "user" || own === undefined) return undefined;
  if (own.isQuestion || own.tokens.places.length > BRIEF) return undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const { reading } = steps[i]!;
    if (reading.role !== "assistant") continue;
    const repeated = reading.passages.findLast((option) => isRepeated(option, passage));
    const taken = repeated ?? (passage.index > 0 ? undefined : takenOf(reading, own));
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** Whether what is taken is the name of an option: all of it, or what stands before its colon. */
export function isRepeated(option: Passage, { sentences: [own] }: Passage): boolean {
  const offer = option.kind === "item" ? option.sentences[0] : undefined; // most passages are none
  if (own === undefined || offer === undefined) return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = offer.text.slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

/** The items of a list, or the sentences that say that there is a choice; none where nothing is laid out. */
function optionsOf(reading: Reading): Passage[] {
  const items = reading.passages.filter(({ kind }) => kind === "item");
  if (items.length > 1) return items.length <= MOST_OPTIONS ? items : [];
  return reading.passages.filter((passage) => says(passage, "options") || says(passage, "pending"));
}

/** The last option that bears the number or letter, else the one at that place, else the only one that a word is of. */
function takenOf(reading: Reading, answer: Sentence): Passage | undefined {
  const number = numberIn(answer);
  const labels = number === 0 ? [] : labelsOf(number);
  const labelled = reading.passages.findLast(({ label = "" }) => labels.includes(label.toUpperCase()));
  const options = optionsOf(reading);
  if (labelled !== undefined || options.length === 0) return labelled;
  const numbered = options.length === 1 && number > 0 ? options[0] : options[number - 1];
  return numbered ?? onlyOneNaming(options, answer.tokens.all);
}

/** "(a) …, b) …", and not the end of a word in brackets: "(the old db)". */
const MARK = /(?<![\w(])\(?([A-Ha-h]|[1-8])\)(?= )/g;
/** "…, which is faster. Which one?" */
const ASKED_BEHIND = /(?<=[.;!?]) [^.;!?]*\?$/;

/** Of a sentence that lays out several options, "(a) …, (b) …", the one that a passage names, without its mark. */
export function partTaken({ sentences }: Passage, offer: string): string {
  const [own] = sentences;
  const number = own === undefined ? 0 : numberIn(own);
  if (number === 0) return offer;
  const marks = [...offer.matchAll(MARK)];
  const place = marks.findIndex(([, label = ""]) => labelsOf(number).includes(label.toUpperCase()));
  const mark = marks[place];
  if (mark === undefined || marks.length < 2) return offer;
  const part = offer.slice(mark.index + mark[0].length, marks[place + 1]?.index);
  return part.replace(ASKED_BEHIND, "").trim().replace(/[.,;](?: or| and)?$/, "");
}

/** "2" and "B" name the same option. */
function labelsOf(number: number): string[] {
  return [String(number), String.fromCharCode(0x40 + number)];
}

/** Whether an answer names an option by its number or letter. */
export function isPointing({ sentences: [own] }: Passage): boolean {
  return own !== undefined && numberIn(own) > 0;
}

/** The number by which an option is named, from 1; 0 where none is. */
function numberIn({ text, tokens }: Sentence): number {
  const words = tokens.all;
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
