// Options that an agent offered in a list, and which of them the user chose, for the decisions that triage finds.
import { contentWordsOf, type Passage, type Reading, type Sentence } from "./reading.ts";
import type { Step } from "./steps.ts";

/** An option that the user took, and the message of the agent that offered the option. */
export type Choice = Readonly<{ option: Passage; offer: Reading }>;

const BRIEF_CHOICE = 12; // the most words of an answer that chooses an option
const LOOK_BACK = 6; // the number of messages before the answer that are searched for an offer
const MOST_OPTIONS = 8; // the most items of a list of options; a longer list is a report

/** Matches a label at the beginning of an answer: "2", "option b, then", but not "3 tests fail" or "c'est bon". */
export const NAMED =
  /^\W*(?:(?:option|variant) (?=\w\b)|(?=\w(?:\W*$|\n|[.,;:!)](?!\w)| (?:[-–—+&(]|(?:please|then|for|first|thanks|danke|of course|seems|i think|it|is|and|but|with|without|sounds|looks|bitte)\b))))([1-9a-h])/i;
/** Matches a capital letter that names an option, unlike the article "A", `C:\`, `C++` and `B-tree`. */
const LETTER = /(?:^|\s)(?:([B-H])(?![\w'+#]|-\w|:\\)|(A)(?=[.,;:!)]|$))/;

/**
 * Returns the agent's option that the user chooses in a few words: by its number, letter or name or, if the agent
 * asked, by its position or own word ("second one", "duckdb then"). Later passages of a message choose only by name.
 */
export function optionTaken(steps: readonly Step[], step: number, passage: Passage): Choice | undefined {
  const own = passage.sentences[0];
  if (steps[step]?.reading.role !== "user" || own === undefined) return undefined;
  if (own.isQuestion || own.tokens.places.length > BRIEF_CHOICE) return undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const offer = steps[i]!.reading;
    if (offer.role !== "assistant") continue;
    const exact = offer.passages.findLast((option) => isRepeated(option, passage));
    const option = exact ?? (passage.index > 0 ? undefined : optionNamed(offer, own, steps.slice(i, step)));
    if (option !== undefined) return { option, offer };
  }
  return undefined;
}

export const withoutRecommended = (option: string) =>
  option.replace(/ ?[(（](?:recommended|推荐|推薦)[)）](?=:|$)/i, "");

/** Tells whether the user's passage repeats the whole text of an option, or the text before its colon. */
function isRepeated({ kind, sentences: [offered] }: Passage, { sentences: [own] }: Passage): boolean {
  if (own === undefined || offered === undefined || kind !== "item") return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = withoutRecommended(offered.text).slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

/** Returns the pick if the user only repeated the option's text or name, else `undefined`. */
export function pickByName({ pick, passage }: { pick: Choice | undefined; passage: Passage }) {
  return pick !== undefined && isRepeated(pick.option, passage) ? pick : undefined;
}

/** Tells whether an option explains itself: "SQLite: one file, no server". */
export function isDescribed({ sentences }: Passage): boolean {
  return /\S(?:: |\uff1a| [-\u2013\u2014] )\S/.test(sentences.map(({ text }) => text).join(" "));
}

/** Returns the last question before the option in the agent's message; `undefined` without one. */
export function questionOf({ option, offer }: Choice): Passage | undefined {
  return offer.passages.slice(0, option.index).findLast(isAsking);
}

export const isAsking = ({ sentences }: Passage) => sentences.some(({ isQuestion }) => isQuestion);

/** Matches a request for a choice that is no question. */
const ASKS = /\b(?:(?:let me know|tell me) which|(?:pick|choose) one|your (?:call|choice))\b|[请請][选選]/i;

/** Tells whether a message leaves a choice to the user: it asks, or ends with a list. Most reports do neither. */
function leavesChoice({ passages }: Reading): boolean {
  const { kind, sentences = [] } = passages.at(-1) ?? {};
  return passages.some(isAsking) || kind === "item" || sentences.some(({ text }) => ASKS.test(text));
}

/** Returns the items of a list; without one, the paragraphs and headings with a label. */
function optionsOf({ passages }: Reading): Passage[] {
  const items = passages.filter(({ kind }) => kind === "item");
  const options = items.length > 1 ? items : passages.filter(({ label }) => label !== undefined);
  return options.length <= MOST_OPTIONS ? options : [];
}

/** Returns the option that a prompt names by its label or, if no other prompt came since, by position or own word. */
function optionNamed(offer: Reading, answer: Sentence, since: readonly Step[]): Passage | undefined {
  const options = optionsOf(offer);
  const number = numberIn(answer, offer);
  const letter = letterIn(answer);
  const isLater = since.some((one) => one.beginsTurn);
  // A number is a label and, if no prompt came since, also means the letter at its place; "@" stands for no letter.
  const labels = [...number > 0 && letter === 0 ? [`${number}`] : [], "@ABCDEFGH"[isLater ? letter : number]];
  const own = offer.passages.filter(({ label = "" }) => labels.includes(label.toUpperCase()));
  // "Option 1" means an option with that word, not a step "1." below an option's heading.
  const isWord = ({ text }: Sentence) => /\boption \w\b/i.test(text);
  const labelled = isWord(answer) && own.findLast(({ sentences }) => isWord(sentences[0]!)) || own.at(-1);
  if (labelled !== undefined || options.length === 0 || isLater || !leavesChoice(offer)) return labelled;
  // In a list with labels, a letter is a label and not a position.
  if (letter > 0 && options.some(({ label }) => label !== undefined)) return undefined;
  if (number > 0) return options[number - 1];
  return onlyOneNaming(options, contentWordsOf(answer));
}

/**
 * Returns the position of an option, from 1, that an answer gives as number, ordinal or letter; 0 without one. A number
 * after the name of an option is its version: "Python 3".
 */
function numberIn(answer: Sentence, offer: Reading): number {
  for (const [i, { text }] of answer.tokens.all.entries()) {
    const [last, next] = [answer.tokens.all[i - 1]?.text ?? "", answer.tokens.all[i + 1]?.text ?? ""];
    if (/^[1-8]$/.test(text) && onlyOneNaming(optionsOf(offer), [last]) === undefined) return Number(text);
    const ordinal = ["first", "second", "third", "fourth", "fifth"].indexOf(text);
    // In "do the split first" and "first, fix the tests", the word tells when.
    const isShort = i === 0 && (answer.tokens.places.length < 3 || /^(?:is|sounds|looks|seems)$/.test(next));
    const isName = /^(?:the|take|pick|choose|prefer|with|for)$/.test(last) || /^(?:one|option)$/.test(next);
    if (ordinal >= 0 && leavesChoice(offer) && (isName || isShort)) return ordinal + 1;
  }
  return letterIn(answer);
}

/** Returns the position in the alphabet of the letter that names an option; 0 without one. */
function letterIn({ text }: Sentence): number {
  const [, letter, first] = LETTER.exec(text) ?? NAMED.exec(text) ?? [];
  return "abcdefgh".indexOf((letter ?? first ?? "-").toLowerCase()) + 1;
}

function onlyOneNaming(options: readonly Passage[], words: Iterable<string>): Passage | undefined {
  const naming = (word: string) =>
    options.filter(({ sentences }) => sentences.some((one) => contentWordsOf(one).has(word)));
  return Array.from(words, naming).find(({ length }) => length === 1)?.[0];
}
