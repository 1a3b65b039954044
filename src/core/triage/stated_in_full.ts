import { says, saysPlainly } from "./course.ts";
import type { CueName } from "./cues/cue_names.ts";
import { labelCue } from "./labels.ts";
import { OWN_CUES } from "./own_cues.ts";
import { isPointing, isRepeated } from "./picks.ts";
import type { LearntCategory } from "./model.ts";
import type { RankedPassage } from "./rank_passages.ts";
import type { Passage, Sentence } from "./read_message.ts";

/** Phrases that together leave no doubt of the category, each of them affirmed. */
const WHOLE_STATEMENTS: Readonly<Record<LearntCategory, readonly (readonly CueName[])[]>> = {
  DECISION: [["adopted", "over", "reason"], ["adopted", "rejected", "reason"]],
  RUNBOOK: [["cause", "fixed"]],
  CONSTRAINT: [["unsupported", "limit"]],
  TECH_DEBT: [["deferred", "workaround"]],
  PREFERENCE: [["standing", "always"]],
};

/** What takes such a statement back. */
const DOUBTS: readonly CueName[] = [
  "pending",
  "guess",
  "reported",
  "supposed",
  "stillOpen",
  "paidOff",
  "once",
];

/** What "let's do it, because" is not: a choice that somebody here made among others. */
const CHOICE =
  /\b(?:(?:i|we|i've|we've|team|have|was|were|been|is) (?:chose|chosen|decided|picked|selected|opted|settled|agreed|went with)|won because)\b/i;

/** What "I can't find it, because" is not: a limit for everybody. */
const BAN = /\b(?:we|you|one|it) (?:can't|cannot|can not|must not|may not)\b/i;

/** How a wish begins that nobody has to explain. */
const WISH = /^(?:please )?(?:(?:never|always)\b|(?:i|we) (?:prefer|don't like|dislike|hate) )/i;
/** "Understood." says nothing outright. */
const FEWEST_WORDS = 4;

/** How one sentence says it outright. */
interface Outright {
  /** Of which one stands in every such passage: most have none, and need no closer look. */
  readonly cues: readonly CueName[];
  readonly isIn: (sentence: Sentence, role: RankedPassage["role"]) => boolean;
}

const OUTRIGHT: Readonly<Partial<Record<LearntCategory, Outright>>> = {
  DECISION: {
    cues: ["adopted", "agreed"],
    isIn: (sentence) => isLabelled(sentence, "adopted") || isReasonedChoice(sentence),
  },
  CONSTRAINT: {
    cues: ["limit", "unsupported"],
    isIn: (sentence) => isLabelled(sentence, "limit") || isReasonedBan(sentence),
  },
  PREFERENCE: {
    cues: ["always", "wish", "ours"],
    isIn: (sentence, role) => role === "user" && isWish(sentence),
  },
};

/** Who says what, and what it may be. */
export type Statement = Pick<RankedPassage, "passage" | "category" | "role">;

/** Whether a passage says by itself all that makes one of its category, whatever the conversation around it says. */
export function isStatedInFull(statement: Statement): boolean {
  const { passage, category } = statement;
  const isWhole = WHOLE_STATEMENTS[category].some((cues) => cues.every((cue) => says(passage, cue)));
  return (isWhole && !isDoubted(passage, category)) || isSaidOutright(statement);
}

/** More words than a choice takes are a task of their own. */
const LONGEST_CHOICE = 12;
/** An option of fewer words, and without a word on what it means, names a topic or the next step. */
const SHORTEST_OPTION = 8;
const DESCRIBED = /\S(?:: |\uff1a| [-\u2013\u2014] )\S/;

/** Whether a few words of the user's take, by its number, letter or name, an option that the agent laid out and described. */
export function isTakenOption({ category, option, passage }: RankedPassage): boolean {
  if (category !== "DECISION" || option === undefined || lengthOf(passage) > LONGEST_CHOICE) return false;
  const text = option.sentences.map((sentence) => sentence.text).join(" ");
  const isChoice = DESCRIBED.test(text) || text.split(" ").length >= SHORTEST_OPTION;
  return isChoice && (isRepeated(option, passage) || isPointing(passage));
}

/** In words; scripts without blanks count by their pieces. */
function lengthOf({ sentences }: Passage): number {
  return sentences.reduce((words, { tokens }) => words + tokens.all.length, 0);
}

/** Whether one of its sentences does. */
export function isSaidOutright({ passage, category, role }: Statement): boolean {
  const outright = OUTRIGHT[category];
  return outright !== undefined && outright.cues.some((cue) => says(passage, cue)) &&
    passage.sentences.some((sentence) => outright.isIn(sentence, role)) && !isDoubted(passage, category);
}

/** What takes back another statement of the same paragraph says nothing of this one. */
function isDoubted({ sentences }: Passage, category: LearntCategory): boolean {
  return sentences.some((one) => saysPlainly(one, OWN_CUES[category]) && saysPlainly(one, DOUBTS));
}

function isLabelled({ text, isQuestion }: Sentence, label: CueName): boolean {
  return !isQuestion && labelCue(text) === label;
}

function isReasonedChoice(sentence: Sentence): boolean {
  return saysPlainly(sentence, ["adopted", "agreed"]) && saysPlainly(sentence, ["reason"]) &&
    CHOICE.test(sentence.text);
}

function isReasonedBan(sentence: Sentence): boolean {
  return saysPlainly(sentence, ["unsupported"]) && saysPlainly(sentence, ["reason"]) &&
    BAN.test(sentence.text);
}

function isWish(sentence: Sentence): boolean {
  return !sentence.isQuestion && hasEnoughWords(sentence) && WISH.test(sentence.text) &&
    !saysPlainly(sentence, ["thanks"]);
}

export function hasEnoughWords({ tokens }: Sentence): boolean {
  return tokens.places.length >= FEWEST_WORDS;
}
