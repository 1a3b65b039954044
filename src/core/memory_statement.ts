import { clausesOf, type Word, wordsOf } from "./memory_words.ts";
import {
  BANS,
  CHOICE_PARTS,
  CHOICE_WORDS,
  EMPTY_WORDS,
  NEGATOR_PARTS,
  NEGATORS,
  REASON_WORDS,
  SCOPE_WORDS,
} from "./memory_vocabulary.ts";

/** What a memory says, as far as two of them can be compared: stems, without the words that every rule has. */
export interface Statement {
  /** What is affirmed. */
  readonly affirmed: ReadonlySet<string>;
  /** What is ruled out: "not npm", "never commit to main". */
  readonly denied: ReadonlySet<string>;
  /** The part of `affirmed` that was chosen: what comes after "use". */
  readonly chosen: ReadonlySet<string>;
  /** Where or when it holds: what comes after "for" or "in". */
  readonly scope: ReadonlySet<string>;
  /** Every word in its order, reasons left out. */
  readonly words: readonly Word[];
}

interface Draft {
  readonly affirmed: Set<string>;
  readonly denied: Set<string>;
  readonly chosen: Set<string>;
  readonly scope: Set<string>;
  readonly words: Word[];
}

/** Reads a memory's text; any text is one. */
export function statementOf(text: string): Statement {
  const draft: Draft = {
    affirmed: new Set(),
    denied: new Set(),
    chosen: new Set(),
    scope: new Set(),
    words: [],
  };
  for (const clause of clausesOf(text)) readClause(clause, draft);
  return draft;
}

function readClause(clause: string, draft: Draft): void {
  const words = withoutReason(wordsOf(clause));
  draft.words.push(...words);
  const isDenial = words.some(({ text }) => BANS.has(text)) ||
    NEGATOR_PARTS.some((part) => clause.includes(part));
  const choosesDensely = CHOICE_PARTS.some((part) => clause.includes(part));
  let denies = isDenial;
  let place: "before" | "chosen" | "scope" = "before";
  for (const [i, word] of words.entries()) {
    const turn = turnAt(words, i);
    if (turn !== undefined) {
      denies = turn === "denied";
      place = turn === "chosen" ? "chosen" : place;
    }
    if (!denies && CHOICE_WORDS.has(word.text)) place = "chosen";
    else if (SCOPE_WORDS.has(word.text) && place === "chosen") place = "scope";
    else if (SCOPE_WORDS.has(word.text) && denies) place = "scope";
    if (EMPTY_WORDS.has(word.text) || NEGATORS.has(word.text) || BANS.has(word.text)) continue;
    const isChosen = place === "chosen" || (choosesDensely && word.kind === "word");
    add(draft, word.stem, { denies, isChosen, place });
  }
}

function add(
  draft: Draft,
  stem: string,
  how: { readonly denies: boolean; readonly isChosen: boolean; readonly place: string },
): void {
  if (how.place === "scope") draft.scope.add(stem);
  if (how.denies) draft.denied.add(stem);
  else {
    draft.affirmed.add(stem);
    if (how.isChosen) draft.chosen.add(stem);
  }
}

const CHANGES = new Set(["switch", "migrat", "mov", "chang", "move", "migrate"]);
const REPLACES = new Set(["replac", "replace", "swap"]);

/** Where a clause changes sides: "instead of npm", "over npm", "from npm to pnpm", "replace npm with pnpm". */
function turnAt(words: readonly Word[], i: number): "denied" | "chosen" | undefined {
  const [before, word, next] = [words[i - 1]?.text, words[i], words[i + 1]?.text];
  if (word === undefined) return undefined;
  if (NEGATORS.has(word.text)) return "denied";
  if (word.text === "instead" && next === "of") return "denied";
  if (word.text === "rather" && next === "than") return "denied";
  if (word.text === "longer" && before === "no") return "denied";
  const earlier = words.slice(Math.max(0, i - 4), i);
  if (
    word.text === "over" && earlier.some(({ text }) => text.startsWith("prefer") || text.startsWith("cho"))
  ) {
    return "denied";
  }
  if (word.text === "from" && earlier.some(({ stem }) => CHANGES.has(stem))) return "denied";
  if (REPLACES.has(word.stem)) return "denied";
  if (word.text === "to" && earlier.some(({ text }) => text === "from")) return "chosen";
  if (word.text === "to" && earlier.some(({ stem }) => CHANGES.has(stem))) return "chosen";
  if ((word.text === "with" || word.text === "by") && earlier.some(({ stem }) => REPLACES.has(stem))) {
    return "chosen";
  }
  return undefined;
}

/** "since 2.0" is a date, not a reason. */
function withoutReason(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ text }, i) =>
    REASON_WORDS.has(text) && !/^\d/.test(words[i + 1]?.text ?? "") &&
    (text !== "due" || words[i + 1]?.text === "to")
  );
  return at < 0 ? words : words.slice(0, at);
}
