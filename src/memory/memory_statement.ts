import { stemOf as regularStem } from "../base/stem.ts";
import { pairsOf, runsOf, withNamedSigns } from "../base/words.ts";
import {
  BANS,
  CHOICE_PARTS,
  CHOICE_WORDS,
  EMPTY_WORDS,
  IRREGULAR,
  NAMES,
  NEGATOR_PARTS,
  NEGATORS,
  REASON_WORDS,
  SCOPE_WORDS,
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
  /** The part of `affirmed` that was chosen: what comes after "use". */
  readonly chosen: ReadonlySet<string>;
  /** The stems that say where or when the statement holds: those after "for" or "in". */
  readonly scope: ReadonlySet<string>;
  /** Every word in its order, reasons left out. */
  readonly words: readonly Word[];
}

/** Reads a memory's text. Never throws; any text is a statement. */
export function statementOf(text: string): Statement {
  const draft = emptyStatement();
  for (const clause of clausesOf(text)) readClause(clause, draft);
  return draft;
}

function emptyStatement() {
  const words: Word[] = [];
  const set = () => new Set<string>();
  return { affirmed: set(), denied: set(), chosen: set(), scope: set(), words };
}

function readClause(clause: string, draft: ReturnType<typeof emptyStatement>): void {
  const words = withoutReason(wordsOf(clause));
  draft.words.push(...words);
  const choosesDensely = CHOICE_PARTS.some((part) => clause.includes(part));
  let side: Turn | undefined = deniesAll(clause, words) ? "denied" : undefined;
  let place: "before" | "chosen" | "scope" = "before";
  for (const [i, word] of words.entries()) {
    const turn = turnAt(words, i);
    side = turn ?? side;
    if (turn === "chosen") place = "chosen";
    const denies = side === "denied" || side === "aside";
    if (CHOICE_WORDS.has(word.text) && !denies) place = "chosen";
    else if (SCOPE_WORDS.has(word.text) && (denies || place === "chosen")) {
      place = "scope";
      if (side === "aside") side = undefined;
    }
    if (EMPTY_WORDS.has(word.text) || NEGATORS.has(word.text) || BANS.has(word.text)) continue;
    if (place === "scope") draft.scope.add(word.stem);
    if (side === "denied" || side === "aside") draft.denied.add(word.stem);
    else draft.affirmed.add(word.stem);
    const isChosen = place === "chosen" || (choosesDensely && word.kind === "word");
    if (isChosen && draft.affirmed.has(word.stem)) draft.chosen.add(word.stem);
  }
}

/** Returns true if a clause rules out all it names: "npm is forbidden", "npm must not be used". */
function deniesAll(clause: string, words: readonly Word[]): boolean {
  const at = words.findLastIndex(({ text }) => NEGATORS.has(text));
  if (at > 0 && words.slice(at + 1).every(({ text }) => EMPTY_WORDS.has(text))) return true;
  return words.some(({ text }) => BANS.has(text)) || NEGATOR_PARTS.some((part) => clause.includes(part));
}

/**
 * The meaning of the words that follow: denied to the end of the clause; `aside`, denied up to a word of scope, as npm in
 * "over npm for installs"; or chosen.
 */
type Turn = "denied" | "aside" | "chosen";

const CHANGES = new Set(["switch", "migrat", "mov", "chang", "move", "migrate"]);
const REPLACES = new Set(["replac", "replace", "swap"]);

/** Words that can change the meaning of those after them. Other words are skipped, which halves the time of reading. */
const TURN_WORDS = new Set(["longer", "from", "instead", "rather", "over", "to", "with", "by"]);

/**
 * Returns the meaning that a word gives to those after it, as in "not npm", "instead of npm", "from npm to pnpm" and
 * "replace npm with pnpm"; `undefined` if it changes nothing.
 */
function turnAt(words: readonly Word[], i: number): Turn | undefined {
  const word = words[i];
  if (word === undefined) return undefined;
  if (NEGATORS.has(word.text) || REPLACES.has(word.stem)) return "denied";
  if (!TURN_WORDS.has(word.text)) return undefined;
  const [before, next] = [words[i - 1]?.text, words[i + 1]?.text];
  const earlier = words.slice(Math.max(0, i - 4), i);
  const follows = (stems: ReadonlySet<string>) => earlier.some(({ stem }) => stems.has(stem));
  if (word.text === "longer" && before === "no") return "denied";
  if (word.text === "from" && follows(CHANGES)) return "denied";
  if (word.text === "instead" && next === "of") return "aside";
  if (word.text === "rather" && next === "than") return "aside";
  if (word.text === "over" && earlier.some(({ text }) => /^(prefer|cho|pick)/.test(text))) return "aside";
  if (word.text === "to" && (follows(CHANGES) || earlier.some(({ text }) => text === "from"))) {
    return "chosen";
  }
  if ((word.text === "with" || word.text === "by") && follows(REPLACES)) return "chosen";
  return undefined;
}

/** Cuts the words before a reason. "since 2.0" is a date and no reason. */
function withoutReason(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ text }, i) =>
    REASON_WORDS.has(text) && !/^\d/.test(words[i + 1]?.text ?? "") &&
    (text !== "due" || words[i + 1]?.text === "to")
  );
  return at < 0 ? words : words.slice(0, at);
}
