import type { Course } from "./course.ts";
import { lengthOf, type Passage, type Reading, says, saysPlainly, type Sentence } from "./reading.ts";
import { carriesSubject, TokenKind, type Word } from "./words.ts";

/** An option that a user took, and the message that laid it out. */
export interface Pick {
  readonly option: Passage;
  readonly offer: Reading;
  /** The user agrees to what the agent recommends, and names no option. */
  readonly isAgreed?: true;
}

/** Who takes up what was offered says so in few words, and soon. */
const BRIEF = 12;
const LOOK_BACK = 6;
/** More is an account of something, not a choice. */
const MOST_OPTIONS = 8;

const ORDINALS: readonly string[] = ["first", "second", "third", "fourth", "fifth"];
/** A letter that stands for an option, and not for "a" or "I". */
const LETTER = /(?:^|\s)(?:([B-H])(?![\w']|:\\)|(A)(?=[.,;:!)]|$))/;

/**
 * The option of the agent's that a user takes, where a few words name it: its number or letter, its name, or a word that
 * only one of the options holds ("second one", "ok B", "duckdb then"); `undefined` where nothing is taken.
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
  return passage.index > 0 || !isAgreeing(own) ? undefined : recommendedIn(steps[step]!.previous);
}

/** The words with which a reply begins that agrees, beside the phrases of `agreed`. */
const YES =
  /^(?:y|yes|yeah|yep|sure|ok|okay|s[ií]|sim|oui|ja|da|да|так|tak)(?![\w'])|^(?:好|可以|是的|对|はい|네)/i;
const LONGEST_REPLY = 6;

/** Whether a few words agree to what was said before; "yes, but …" says more. */
function isAgreeing(own: Sentence): boolean {
  return own.tokens.places.length <= LONGEST_REPLY && (YES.test(own.text) || saysPlainly(own, ["agreed"]));
}

/** What an agent recommends of several that it lists: the option that it names, or its own words where they say more. */
function recommendedIn(offer: Reading): Pick | undefined {
  const { role, passages } = offer;
  const listed = passages.filter(({ kind, label }) => kind === "item" || label !== undefined);
  const last = passages.findLast(isRecommendation);
  if (role !== "assistant" || listed.length < 2 || last === undefined) return undefined;
  const named = last.sentences.find(({ text }) => RECOMMENDS.test(text))!;
  const option = lengthOf(last) >= SHORTEST_OPTION ? last : optionNamed(offer, named);
  return option === undefined ? undefined : { option, offer, isAgreed: true };
}

/** Said as a sentence: a list under "I recommend:" is a plan. */
function isRecommendation({ kind, sentences }: Passage): boolean {
  return kind === "prose" && !/[:\uff1a]\W*$/.test(sentences.at(-1)!.text) &&
    sentences.some(({ text, isQuestion }) => !isQuestion && RECOMMENDS.test(text));
}

/** An agent's mark for the option that it recommends, in a list that its client shows. */
const MARKED = / \(recommended\)(?=:|$)/i;

/** An option's words without that mark. */
export function withoutMark(option: string): string {
  return option.replace(MARKED, "");
}

/** Whether the words taken are the name of an option: all of it, or what stands before its colon. */
export function isRepeated({ kind, sentences: [offered] }: Passage, { sentences: [own] }: Passage): boolean {
  if (own === undefined || offered === undefined || kind !== "item") return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = withoutMark(offered.text).slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

/** An agent that recommends something has weighed it against something else; a list of next steps it only lists. */
const RECOMMENDS =
  /recomm?end|recommand|raccomand|consigli|empfehl|empfohl|рекоменд|polecam|zalecam|推荐|推薦|おすすめ|推奨|추천/i;
/** A number may name the next step of a plan; who says "option 2" names one of several. */
const OPTION = /\b(?:option|variant|alternative|opci[oó]n|opç[aã]o|opzione|opcj|вариант)|方案|选项|選項/i;
/** More words than a choice takes are a task of their own. */
const LONGEST_CHOICE = 12;
/** An option of fewer words, and without a word on what it means, names a topic or the next step. */
const SHORTEST_OPTION = 8;
const DESCRIBED = /\S(?:: |\uff1a| [-\u2013\u2014] )\S/;

/**
 * Whether a few words choose between alternatives that were described: a letter or "option 2" names one, or the agent
 * recommends one of them.
 */
export function isChoice({ option, offer, isAgreed }: Pick, passage: Passage): boolean {
  if (isAgreed) return true;
  const own = passage.sentences[0]!;
  const words = passage.sentences.reduce((sum, { tokens }) => sum + tokens.all.length, 0);
  const text = option.sentences.map((sentence) => sentence.text).join(" ");
  const isDescribed = DESCRIBED.test(text) || text.split(" ").length >= SHORTEST_OPTION;
  if (words > LONGEST_CHOICE || !isDescribed || option.sentences.some(({ isQuestion }) => isQuestion)) {
    return false;
  }
  return (isRepeated(option, passage) || numberIn(own) > 0) &&
    (OPTION.test(own.text) || letterIn(own) > 0 || isRecommending(offer, option));
}

/** Whether the list that an option is of, or what is said before and behind lists, recommends something. */
function isRecommending({ passages }: Reading, { index }: Passage): boolean {
  const before = passages.slice(0, index).findLastIndex(({ kind }) => kind !== "item");
  const behind = passages.findIndex(({ kind }, i) => i > index && kind !== "item");
  return passages.some(({ kind, sentences }, i) =>
    (kind !== "item" || (i > before && (behind < 0 || i < behind))) &&
    sentences.some(({ text }) => RECOMMENDS.test(text))
  );
}

/** The items of a list, or the sentences that say that there is a choice; none where nothing is laid out. */
function optionsOf({ passages }: Reading): Passage[] {
  const items = passages.filter(({ kind }) => kind === "item");
  if (items.length > 1) return items.length <= MOST_OPTIONS ? items : [];
  return passages.filter((passage) => says(passage, "options", "pending"));
}

/** The last option that bears the number or letter, else the one at that place, else the only one that a word is of. */
function optionNamed(offer: Reading, answer: Sentence): Passage | undefined {
  const number = numberIn(answer);
  const letter = letterIn(answer);
  const labels = [...number > 0 && letter === 0 ? [String(number)] : [], String.fromCharCode(0x40 + number)];
  const labelled = offer.passages.findLast(({ label }) =>
    label !== undefined && labels.includes(label.toUpperCase())
  );
  const options = optionsOf(offer);
  if (labelled !== undefined || options.length === 0) return labelled;
  // A letter is no place in a list that is numbered.
  if (letter > 0 && options.some(({ label }) => label !== undefined)) return undefined;
  if (number > 0) return options.length === 1 ? options[0] : options[number - 1];
  return onlyOneNaming(options, answer.tokens.all);
}

/** The number by which an option is named, from 1; 0 where none is. */
function numberIn(answer: Sentence): number {
  for (const { kind, text } of answer.tokens.all) {
    if (kind === TokenKind.Number && /^[1-8]$/.test(text)) return Number(text);
    const ordinal = ORDINALS.indexOf(text);
    if (ordinal >= 0) return ordinal + 1;
  }
  return letterIn(answer);
}

/** The place in the alphabet of the letter by which an option is named; 0 where none is. */
function letterIn({ text }: Sentence): number {
  const [, letter, first] = LETTER.exec(text) ?? [];
  return (letter ?? first ?? "@").charCodeAt(0) - 0x40;
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
