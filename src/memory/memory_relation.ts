// Compares memories: if two say the same, contradict each other, or are about the same matter.
import { stemOf as regularStem } from "../base/stem.ts";
import { pairsOf, runsOf, STOP_WORDS, withNamedSigns } from "../base/words.ts";
import irregularStems from "./irregular_stems.json" with { type: "json" };
import lists from "./relation_words.json" with { type: "json" };

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that name no subject: stop words of several languages, and verbs that every rule has. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([...STOP_WORDS, ...words(lists.fillers.join(" "))]);

/** Names that in small letters are words of any sentence, as in "US customers" and "Go files". */
const NAMES = words("US IT DE ES LA NA OS SE Go");

const DENIALS = words(lists.denials.join(" "));

/** Words that turn a statement round or limit it: denials, "instead", "except". */
const TURNS: ReadonlySet<string> = new Set([...DENIALS, ...words(lists.opposing.join(" "))]);

/** Matches denials that leave the other characters as they are, in scripts without blanks; not 不得不, which is "must". */
const DENYING_PARTS = /不要|不(?=使?用)|不[得能可](?!不)|禁止|避免|别(?=用)|(?<=而)不是|勿|ห้าม|อย่า|ไม่|금지/g;

/** Stems that differ from those of the stemmer: of irregular verbs, and of `https`, which is no plural. */
const IRREGULAR: Readonly<Record<string, string>> = irregularStems;

/** Returns the words in small letters, except short names such as `US`, `Go`, `C` and, not as the first word, `A`. */
export function wordsOf(text: string) {
  return runsOf(withNamedSigns(text)).flatMap(({ text: run, kind }, i) => {
    // Two adjacent characters of a script without blanks between words count as a word.
    if (kind === "dense") return pairsOf(run).map((pair) => ({ text: pair, stem: pair }));
    const isName = run.length < 3 &&
      (NAMES.has(run) || /^[B-HJ-Z]$/.test(run) || (run === "A" && i > 0));
    const word = isName ? run : run.toLowerCase();
    return [{ text: word, stem: stemOf(word) }];
  });
}

function stemOf(word: string): string {
  return Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word]! : regularStem(word);
}

export type Statement = Readonly<ReturnType<typeof statementOf>>;

/** Never throws: any text is a statement. */
export function statementOf(text: string) {
  const whole = text.normalize("NFKC");
  const affirmed = whole.replace(DENYING_PARTS, "");
  const words = wordsOf(whole.replace(DENYING_PARTS, " not "));
  const others = affirmed === whole ? words : wordsOf(affirmed);
  const turning = words.filter(({ text }) => TURNS.has(text));
  return {
    /** The stems, in their order, of the telling words: those that name the subject. */
    content: others.filter(({ text }) => !EMPTY_WORDS.has(text) && !TURNS.has(text)).map(({ stem }) => stem),
    /** The telling and the turning words, of which all denials count as one. */
    said: words.filter(({ text }) => !EMPTY_WORDS.has(text) || TURNS.has(text))
      .map(({ text, stem }) => DENIALS.has(text) ? "not" : stem).join(" "),
    /** True if the text denies something, prefers one thing to another, or makes an exception. */
    turns: turning.length > 0,
    /** True if it turns only by denying. */
    denies: turning.length > 0 && turning.every(({ text }) => DENIALS.has(text)),
  };
}

/**
 * Returns true if the texts have the same telling and turning words in the same order. Only a reader can tell if
 * another text corrects the older one, narrows it or stands beside it.
 */
export function isSameStatement(a: Statement, b: Statement): boolean {
  return a.content.length > 0 && a.said === b.said;
}

/** Returns true if one text denies the other, as "Never commit to main" denies "Commit to main". */
export function isContrary(a: Statement, b: Statement): boolean {
  return a.turns !== b.turns && (a.denies || b.denies) && a.content.length > 0 &&
    a.content.join(" ") === b.content.join(" ");
}

/** A repetition of a statement is among the texts that share most words with it; no others are compared. */
const MAX_LIKELY = 20;
const START_UNITS = 3; // only this beginning of each word is looked for, because endings differ

/** Returns the items that share most words with a statement, since a stop has no time to compare all of them. */
export function likelySame<T extends { readonly body: string }>({ content }: Statement, items: readonly T[]) {
  const starts = [...new Set(content.map((stem) => stem.slice(0, START_UNITS).toLowerCase()))];
  const scored = items.map((item) => {
    const text = withNamedSigns(item.body.normalize("NFKC").toLowerCase());
    return { item, score: starts.filter((start) => text.includes(start)).length };
  }).filter(({ score }) => score > 0 || starts.length === 0); // for a statement without telling words
  return scored.sort((a, b) => b.score - a.score || a.item.body.length - b.item.body.length)
    .slice(0, MAX_LIKELY).map(({ item }) => item);
}

const contentOf = (text: string): ReadonlySet<string> => new Set(statementOf(text).content);

/** Returns the Dice coefficient of two sets: 0 if they are disjoint, 1 if they are equal. */
export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return 2 * a.intersection(b).size / (a.size + b.size);
}

const SAME_MATTER = 0.6; // the least share of the shorter text's words that the longer text has

/** Returns true for the same statement, or if texts share most words of the shorter one and are not contrary. */
export function isSameMatter(a: string, b: string): boolean {
  const [own, other] = [statementOf(a), statementOf(b)];
  const [ownWords, otherWords] = [new Set(own.content), new Set(other.content)];
  const isShared = ownWords.intersection(otherWords).size > 1 && partOf(ownWords, otherWords) >= SAME_MATTER;
  return isSameStatement(own, other) || (isShared && !isContrary(own, other));
}

/** Returns the share, from 0 to 1, of the shorter text's telling words that the other text has. */
export const sharedPart = (a: string, b: string): number => partOf(contentOf(a), contentOf(b));

function partOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : a.intersection(b).size / least;
}

type Titled = Readonly<{ title: string | null; body: string }>;

/** Returns true if two titles name different things, so that even equal bodies ("It is in review") say different things. */
export function areTitlesApart(a: Titled, b: Titled): boolean {
  if (a.title === null || b.title === null) return false;
  const isBeyond = (title: string, other: Titled) =>
    !contentOf(title).isSubsetOf(contentOf(`${other.title} ${other.body}`));
  return isBeyond(a.title, b) && isBeyond(b.title, a);
}
