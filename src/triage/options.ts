// Options that an agent offered in a list, and which of them the user chose, for the decisions that triage finds.
import { CLAUSE_ENDS, type Passage, type Reading, type Sentence } from "./reading.ts";
import type { Step } from "./steps.ts";
import { isContentWord, type Token, TokenKind, TRAITS } from "./tokens.ts";

export interface Pick {
  readonly option: Passage;
  readonly offer: Reading;
}

const BRIEF_ANSWER = 12; // the most words of an answer that chooses an option
const LOOK_BACK = 6; // the number of messages before the answer that are searched for an offer
const MOST_OPTIONS = 8; // the most items of a list of options; a longer list is a report

/** Matches a label at the beginning of an answer: "2", "option b, then", but not "3 tests fail" or "c'est bon". */
export const NAMED =
  /^\W*(?:(?:option|variant) (?=\w\b)|(?=\w(?:\W*$|\n|[.,;:!)](?!\w)| (?:[-–—+&(]|(?:please|then|for|first|thanks|danke|of course|seems|i think|it|is|and|but|with|without|sounds|looks|bitte)\b))))([1-9a-h])/i;
/** Matches a capital letter that names an option. Neither the article "A" nor `C:\`, `C++` and `B-tree` do. */
const LETTER = /(?:^|\s)(?:([B-H])(?![\w'+#]|-\w|:\\)|(A)(?=[.,;:!)]|$))/;
/** Matches an ordinal that names an option. In "do the split first" and "first, fix the tests", it tells when. */
const ORDINAL =
  /(?:\b(?:the|take|pick|choose|prefer|with|for) |^(?=\w+(?: \w+)?\W*$|\w+ (?:is|sounds|looks|seems)\b)|\b(?=\w+ (?:one|option)\b))(first|second|third|fourth|fifth)\b/i;

/**
 * Returns the agent's option that the user chooses in a few words: by its number or letter, its name, or a word that
 * only it has ("second one", "ok B", "duckdb then"). The passages after a message's first one choose only by name.
 */
export function optionTaken(steps: readonly Step[], step: number, passage: Passage): Pick | undefined {
  const own = passage.sentences[0];
  if (steps[step]?.reading.role !== "user" || own === undefined) return undefined;
  if (own.isQuestion || own.tokens.places.length > BRIEF_ANSWER) return undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const offer = steps[i]!.reading;
    if (offer.role !== "assistant") continue;
    const repeated = offer.passages.findLast((option) => isRepeated(option, passage));
    const option = repeated ?? (passage.index > 0 ? undefined : optionNamed(offer, own));
    if (option !== undefined) return { option, offer };
  }
  return undefined;
}

export function withoutMark(option: string): string {
  return option.replace(/ \(recommended\)(?=:|$)/i, "");
}

/** Tells whether the user's passage repeats the whole text of an option, or the text before its colon. */
function isRepeated({ kind, sentences: [offered] }: Passage, { sentences: [own] }: Passage): boolean {
  if (own === undefined || offered === undefined || kind !== "item") return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = withoutMark(offered.text).slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

/** Returns the pick if the user only repeated the option's text or name, else `undefined`. */
export function pickByName({ pick, passage }: { pick: Pick | undefined; passage: Passage }) {
  return pick !== undefined && isRepeated(pick.option, passage) ? pick : undefined;
}

/** Tells whether an option explains itself: "SQLite: one file, no server". */
export function isDescribed({ sentences }: Passage): boolean {
  return /\S(?:: |\uff1a| [-\u2013\u2014] )\S/.test(sentences.map(({ text }) => text).join(" "));
}

/** Returns the last question before the option in the agent's message; `undefined` without one. */
export function questionOf({ option, offer }: Pick): Passage | undefined {
  return offer.passages.slice(0, option.index).findLast(isAsking);
}

export function isAsking({ sentences }: Passage): boolean {
  return sentences.some(({ isQuestion }) => isQuestion);
}

/** Returns the option that an answer names: by its label, else by its position, else by a word of its own. */
function optionNamed(offer: Reading, answer: Sentence): Passage | undefined {
  const items = offer.passages.filter(({ kind }) => kind === "item");
  const options = items.length > 1 && items.length <= MOST_OPTIONS ? items : [];
  const number = numberIn(answer, options);
  const letter = letterIn(answer);
  const labels = [...number > 0 && letter === 0 ? [String(number)] : [], String.fromCharCode(0x40 + number)];
  const labelled = offer.passages.findLast(({ label = "" }) => labels.includes(label.toUpperCase()));
  if (labelled !== undefined || options.length === 0) return labelled;
  // In a list with labels, a letter is a label and not a position.
  if (letter > 0 && options.some(({ label }) => label !== undefined)) return undefined;
  if (number > 0) return options[number - 1];
  // "After option 3 nginx hangs" does not choose the option that names nginx.
  return /\boption \w\b/i.test(answer.text) ? undefined : onlyOneNaming(options, answer.tokens.all);
}

/**
 * Returns the position of an option, from 1, that an answer gives as number, ordinal or letter; 0 without one. A number
 * after the name of an option is its version: "Python 3".
 */
function numberIn(answer: Sentence, options: readonly Passage[]): number {
  const { text, tokens: { all } } = answer;
  const number = all.find(({ kind, text }, i) =>
    kind === TokenKind.Number && /^[1-8]$/.test(text) && isChosen(answer, i) &&
    onlyOneNaming(options, all.slice(Math.max(0, i - 1), i)) === undefined
  );
  const ordinal = ORDINAL.exec(text)?.[1]?.toLowerCase() ?? "";
  const position = ["first", "second", "third", "fourth", "fifth"].indexOf(ordinal) + 1;
  return Number(number?.text ?? position) || letterIn(answer);
}

/** Returns the position in the alphabet of the letter that names an option; 0 without one. */
function letterIn(answer: Sentence): number {
  const found = LETTER.exec(answer.text) ?? NAMED.exec(answer.text) ?? [];
  const letter = (found[1] ?? found[2] ?? "-").toLowerCase();
  const at = answer.tokens.all.findLastIndex(({ text }) => text === letter);
  return isChosen(answer, at) ? "abcdefgh".indexOf(letter) + 1 : 0;
}

/**
 * Returns true if the label at the index `at` is chosen: it begins the answer, or no subject follows, as in "after option
 * 3 docker hangs"; and its clause neither denies something nor tells of a failure.
 */
function isChosen({ cues, tokens: { all } }: Sentence, at: number): boolean {
  const isInClause = (i: number) =>
    !all.slice(Math.min(at, i), Math.max(at, i)).some(({ text }) => CLAUSE_ENDS.includes(text));
  const next = all[at + 1];
  const isFree = next === undefined || !isContentWord(next) && (next.traits & TRAITS.subject) === 0;
  return (isFree || at === all.findIndex(({ text }) => text !== "option")) &&
    !all.some(({ traits }, i) => (traits & TRAITS.negates) !== 0 && isInClause(i)) &&
    !cues.some(({ cue, from }) => /^(?:failed|stillOpen)$/.test(cue) && isInClause(from));
}

function onlyOneNaming(options: readonly Passage[], words: readonly Token[]): Passage | undefined {
  const naming = ({ text }: Token) =>
    options.filter(({ sentences }) =>
      sentences.some(({ tokens: { all } }) => all.some((token) => token.text === text))
    );
  return words.filter(isContentWord).map(naming).find(({ length }) => length === 1)?.[0];
}
