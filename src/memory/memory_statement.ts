import { stemOf as regularStem } from "../base/stem.ts";
import { pairsOf, runsOf, withNamedSigns } from "../base/words.ts";
import {
  BANS,
  CHOICE_WORDS,
  EMPTY_WORDS,
  IRREGULAR,
  NAMES,
  NEGATOR_PARTS,
  NEGATORS,
  REASON_WORDS,
} from "./memory_vocabulary.ts";

/** A word of a text, or two adjacent characters of a script that has no blanks between words. */
export interface Word {
  readonly text: string;
  /** The stem, which all forms of the word share. */
  readonly stem: string;
  readonly kind: "word" | "pair";
}

/** Matches signs that end a clause; full stops and colons only before white space, dashes only between blanks. */
const CLAUSE_ENDS =
  /[,;!?()\[\]\n\u2014\u3001\u3002\uff0c\uff1b\uff01\uff1f\uff08\uff09]|[.:](?=\s|$)|\s[-\u2013]\s/;

/** Splits a text into clauses without blank ones. */
export function clausesOf(text: string): string[] {
  return text.normalize("NFKC").split(CLAUSE_ENDS).map((clause) => clause.trim()).filter((clause) =>
    clause !== ""
  );
}

export function wordsOf(text: string): Word[] {
  return runsOf(withNamedSigns(text)).flatMap(({ text: run, kind }, i): Word[] => {
    if (kind === "dense") return pairsOf(run).map((pair) => ({ text: pair, stem: pair, kind: "pair" }));
    const isName = run.length < 3 && (NAMES.has(run) || (i > 0 && /^(?:[A-HJ-Z]|Go)$/.test(run)));
    const word = isName ? run : run.toLowerCase();
    return [{ text: word, stem: stemOf(word), kind: "word" }];
  });
}

function stemOf(word: string): string {
  return Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word]! : regularStem(word);
}

/** The parts of a memory's text that are compared: stems without the words that every rule has. */
export interface Statement {
  readonly affirmed: ReadonlySet<string>;
  /** The stems that are ruled out, as in "not npm" and "never commit to main". */
  readonly denied: ReadonlySet<string>;
  /** The telling words in their order, reasons left out. */
  readonly words: readonly Word[];
}

/** Returns true if a word may name a subject: it is neither empty nor a negator. */
export function isTelling({ text }: Word): boolean {
  return !EMPTY_WORDS.has(text) && !NEGATORS.has(text);
}

/** Reads a memory's text. Never throws; any text is a statement. */
export function statementOf(text: string): Statement {
  const draft = { affirmed: new Set<string>(), denied: new Set<string>(), words: [] };
  for (const clause of clausesOf(text)) readClause(clause, draft);
  return draft;
}

function readClause(
  clause: string,
  { affirmed, denied, words: telling }: Record<"affirmed" | "denied", Set<string>> & {
    readonly words: Word[];
  },
): void {
  const words = withoutReason(wordsOf(clause));
  /** The part that is denied: the rest of the clause, or what is named next, as npm in "over npm for installs". */
  let part: "rest" | "next" | "named" | undefined = deniesAll(clause, words) ? "rest" : undefined;
  for (const [i, word] of words.entries()) {
    if (isTelling(word)) telling.push(word);
    if (NEGATORS.has(word.text)) part = "rest";
    else if (part !== "rest" && setsAside(words, i)) part = "next";
    else if (!isTelling(word)) part = part === "named" ? undefined : part;
    else if (!BANS.has(word.text)) {
      if (part === "next") part = "named";
      (part === undefined ? affirmed : denied).add(word.stem);
    }
  }
}

/** Returns true if a clause rules out all it names: "npm is forbidden", "npm must not be used". */
function deniesAll(clause: string, words: readonly Word[]): boolean {
  const at = words.findLastIndex(({ text }) => NEGATORS.has(text));
  if (at > 0 && words.slice(at + 1).every(({ text }) => EMPTY_WORDS.has(text))) return true;
  return words.some(({ text }) => BANS.has(text)) || NEGATOR_PARTS.some((part) => clause.includes(part));
}

const CHANGES = new Set(["switch", "migrat", "mov", "chang", "move", "migrate"]);
const REPLACES = new Set(["replac", "replace", "swap"]);

/**
 * Returns true if what is named after a word is not chosen or no longer: "instead of npm", "prefer pnpm over npm",
 * "switched from npm", "replace npm".
 */
function setsAside(words: readonly Word[], i: number): boolean {
  const { text, stem } = words[i]!;
  if (text === "over") return words.slice(0, i).some(({ text }) => CHOICE_WORDS.has(text));
  if (text === "from") return words.slice(0, i).some(({ stem }) => CHANGES.has(stem));
  const before = words[i - 1]?.text;
  return REPLACES.has(stem) || (text === "of" && before === "instead") ||
    (text === "than" && before === "rather");
}

/** Cuts the words before a reason. "since 2.0" is a date and no reason. */
function withoutReason(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ text }, i) =>
    REASON_WORDS.has(text) && !/^\d/.test(words[i + 1]?.text ?? "") &&
    (text !== "due" || words[i + 1]?.text === "to")
  );
  return at < 0 ? words : words.slice(0, at);
}
