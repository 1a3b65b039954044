import type { TriageCategory } from "../base/triage_types.ts";
import { type Course, isDone } from "./course.ts";
import type { CueName } from "./cues/language.ts";
import { isDescribed, type Pick, pickByName, questionOf } from "./options.ts";
import { beginsWith, lengthOf, type Passage, type Reading, saysPlainly, type Sentence } from "./reading.ts";
import { subjectsOf } from "./reading.ts";
import { TokenKind, TRAITS } from "./words.ts";

/** A sentence of a conversation, and where it stands. */
export interface Statement {
  readonly sentence: Sentence;
  readonly passage: Passage;
  readonly role: Reading["role"];
  /** The index of its message in the course. */
  readonly step: number;
  /** The option of the agent's that the user takes with it. */
  readonly pick: Pick | undefined;
  /** True in the last words of a turn. */
  readonly isLast: boolean;
  readonly course: Course;
}

/** A property that a statement may have: its name for people, and the points that it adds to the score. */
interface Sign {
  readonly name: string;
  readonly points: number;
  readonly of: (statement: Statement) => boolean;
}

/** The signs of a category; only statements that it `takes` have a score in it. */
interface CategorySigns {
  readonly takes: (statement: Statement) => boolean;
  readonly signs: readonly Sign[];
}

const says = (...cues: readonly CueName[]) => ({ sentence }: Statement) => saysPlainly(sentence, cues);

/**
 * The rules that score a statement in each category, by the sum of the points of its signs; 0.6 asks. The
 * points follow how often a reader of real sessions would keep such findings.
 */
export const SIGNS: Readonly<Record<TriageCategory, CategorySigns>> = {
  PREFERENCE: {
    takes: isRule,
    signs: [
      { name: "the user states a rule", points: 0.95, of: () => true },
      {
        name: "in a long message",
        points: -0.4,
        of: ({ course, step }) => isLong(course, step),
      },
    ],
  },
  RUNBOOK: {
    takes: isCause,
    signs: [
      { name: "its cause is told outright", points: 0.4, of: says("blamed") },
      { name: "under the name of a cause", points: 0.3, of: ({ sentence }) => sentence.label === "cause" },
      { name: "a fix is named", points: 0.1, of: (one) => says("fixed")(one) || fixOf(one).length > 0 },
      { name: "the turn ends with it", points: 0.15, of: ({ isLast }) => isLast },
      { name: "files change in its turn", points: 0.15, of: ({ course, step }) => hasEdit(course, step) },
      {
        name: "the work is done",
        points: 0.1,
        of: ({ course, step, passage }) => isDone(course, step, passage),
      },
      { name: "names things in code", points: 0.1, of: ({ sentence }) => hasName(sentence) },
      {
        name: "the work goes on after it",
        points: -0.15,
        of: (one) => !one.isLast && AT_WORK.test(one.sentence.text),
      },
      { name: "it is a guess", points: -0.4, of: (one) => says("guess")(one) || hedges(one) },
      { name: "the next step is announced", points: -0.3, of: says("narration") },
      { name: "it still fails", points: -0.3, of: says("stillOpen") },
      { name: "names next to nothing", points: -0.4, of: saysLittle },
    ],
  },
  DECISION: {
    takes: isChoice,
    signs: [
      { name: "takes an option", points: 0.3, of: ({ pick }) => pick !== undefined },
      {
        name: "answers a question",
        points: 0.2,
        of: (one) => pickByName(one) !== undefined && questionOf(one.pick!) !== undefined,
      },
      {
        name: "the option says what it means",
        points: 0.15,
        of: (one) => pickByName(one) !== undefined && isDescribed(one.pick!.option),
      },
      { name: "the question is about the next step", points: -0.4, of: isNextStep },
      { name: "a choice is stated in full", points: 0.3, of: ({ sentence }) => isFullChoice(sentence) },
      { name: "something is adopted", points: 0.3, of: says("adopted") },
      { name: "a reason is given", points: 0.1, of: says("reason") },
      { name: "against something else", points: 0.1, of: says("over", "rejected") },
      { name: "the user says so", points: 0.1, of: ({ role }) => role === "user" },
    ],
  },
  CONSTRAINT: {
    takes: says("unsupported", "limit", "policy"),
    signs: [
      { name: "under the name of a limit", points: 0.65, of: ({ sentence }) => sentence.label === "limit" },
      { name: "something is not possible", points: 0.2, of: says("unsupported") },
      {
        name: "something is not supported",
        points: 0.15,
        of: ({ sentence }) => NOT_SUPPORTED.test(sentence.text),
      },
      {
        name: "a limit is named",
        points: 0.25,
        of: (one) => says("limit", "policy")(one) && !says("unsupported")(one),
      },
      { name: "nobody can", points: 0.15, of: ({ sentence }) => BAN.test(sentence.text) },
      { name: "names a number", points: 0.15, of: ({ sentence }) => hasNumber(sentence) },
      {
        name: "says why, or what follows",
        points: 0.15,
        of: (one) => says("reason")(one) || SO.test(one.sentence.text),
      },
      { name: "it is a guess", points: -0.3, of: (one) => says("guess", "supposed")(one) || hedges(one) },
    ],
  },
  TECH_DEBT: {
    takes: says("deferred", "workaround", "leftAsIs"),
    signs: [
      {
        name: "under the name of a debt",
        points: 0.35,
        of: ({ sentence }) => ["deferred", "workaround"].includes(sentence.label ?? ""),
      },
      { name: "work is put off", points: 0.3, of: says("deferred") },
      { name: "a workaround stays", points: 0.15, of: says("workaround", "leftAsIs", "missing") },
      { name: "the user says so", points: 0.1, of: ({ role }) => role === "user" },
      { name: "the next step is announced", points: -0.3, of: says("narration") },
    ],
  },
};

/** "I decided on Redis" is a choice that somebody here made among others; "let's do it" is none. */
const CHOICE =
  /\b(?:(?:i|we|i've|we've|team|have|was|were|been) (?:chose|chosen|decided|picked|selected|opted|settled|agreed|went with)|won because)\b/i;
/** "One cannot" is a limit for everybody; "I can't find it" is none. */
const BAN = /\b(?:we|you|one|it) (?:can't|cannot|can not|must not|may not)\b/i;
const NOT_SUPPORTED =
  /\b(?:not supported|unsupported|(?:does|do|did)(?:n't| not) (?:support|allow|accept)|only (?:allows?|supports?|accepts?)|not (?:allowed|permitted|possible))\b/i;
const SO = /, so |; so |, weshalb |, donc |, así que /;
/** The cues that take a statement back. */
const DOUBTS: readonly CueName[] = [
  "pending",
  "guess",
  "reported",
  "supposed",
  "stillOpen",
  "paidOff",
  "once",
];

function isFullChoice(one: Sentence): boolean {
  if (one.isQuestion || saysPlainly(one, DOUBTS)) return false;
  return one.label === "adopted" ||
    (saysPlainly(one, ["adopted", "agreed"]) && saysPlainly(one, ["reason"]) && CHOICE.test(one.text));
}

function isChoice(one: Statement): boolean {
  if (one.pick !== undefined || isFullChoice(one.sentence)) return true;
  return !one.sentence.isQuestion && saysPlainly(one.sentence, ["adopted"]) &&
    (one.role === "user" || saysPlainly(one.sentence, ["over", "rejected"]));
}

/** Match questions that ask for leave, and options that give it, which decide nothing that lasts. */
const NEXT_STEP =
  /\b(?:next|proceed|continue|go ahead|ready|would you like|do you want|want me to|shall i|should i|work on|this todo|commit|push|merge|retry)\b/i;
const LEAVE =
  /^(?:yes|no|ok|okay|sure|skip|continue|proceed|approve|accept|cancel|done|later|none|you decide|let me|claude)\b/i;

function isNextStep({ pick }: Statement): boolean {
  if (pick === undefined) return false;
  const asked = questionOf(pick)?.sentences.map(({ text }) => text).join(" ") ?? "";
  return NEXT_STEP.test(asked) ||
    pick.option.sentences.some(({ text }) => LEAVE.test(text) || text.endsWith("?"));
}

const FEWEST_WORDS = 4;
const FEWEST_OF_WISH = 3;
/** Matches what may stand before a wish: a joining word, a few words and a colon, or the place where it holds. */
const OPENING =
  /^(?:(?:and|but|also|ok|okay|so|please|actually|for the record),? |[\w' ]{2,24}: |(?:in|for|across) (?:this|our|my|all|any|every) (?:[\w-]+ ){0,4}?(?:repo|repository|project|codebase|code|app|team),? )+/i;
/** Matches a lasting wish. `AT_HAND` matches one that is about the thing at hand, or tells what is: "I always get lost". */
const WISH =
  /^(?:(?:i|we) )?(?:never|always)\b|^(?:only ever|stop (?:using|adding|writing|putting)|(?:i|we) (?:prefer|don't like|dislike|hate)) /i;
const AT_HAND =
  /^(?:never ?mind|never again\W*(?:$|,)|remember (?:how|what|when|where|which|who|why)\b|(?:never|always) (?:had|have|has|saw|seen|was|were|worked|works|got|gets|did|been|heard|the)\b)|\b(?:i|we|you|it|they) (?:never|always|only ever) (?:\w+ed|had|have|has|saw|see|was|were|is|are|got|gets?|did|heard|know|knew|said|went|forg[eo]t)\b|\b(?:prefer|like|hate) (?:this|that|these|those|it|the|option|your)\b/i;
/** Matches words that make any sentence a rule. */
const LASTING =
  /\b(?:from now on|from here on|going forward|for future reference|(?:for|in) (?:all )?(?:later|future) sessions|(?:please|must|should|you) (?:always|never)|(?:don't|do not|should not|shouldn't|must not|mustn't) (?:[\w'-]+ ){0,5}ever\b|whenever you|every time you)/i;
const QUOTED = /"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)/g;
/** The words that make the sentence before them a rule, or the one at whose end they stand: "Remember that." */
const STANDING =
  "(?:please |and |also |bitte |und )*(?:remember(?: (?:this|that|it))?|(?:note|save|keep|bear) (?:this|that|it) (?:in mind|down|for (?:later|next time|the future))|memori[sz]e (?:this|that|it)" +
  "|always|never|(?:not )?ever(?: again)?|every (?:single )?time|everywhere|in general|for good|merke? (?:dir|euch)(?: das)?|denkt? dr?an|denk daran|immer" +
  "|niemals|nie wieder|generell|jedes mal|retiens(?:-le| ça| cela)|souviens-toi(?: de ça)?|toujours|jamais|à chaque fois|recu[eé]rda(?:lo| eso| esto)?|siempre|nunca(?: más)?|覚えて)" +
  "(?: (?:for (?:later|next time|the future)|please|bitte|svp|stp|por favor))*[.!]*$";
const POINTER = new RegExp(`^${STANDING}`, "i");
const ENDING = new RegExp(`[,;:\u2013\u2014] ?${STANDING}`, "i");
/** Matches a sentence that tells what is or was. */
const TELLS =
  /^(?:it|that|this|they|there|das|es|ça|cela|eso|esto)\b|\b(?:i|we|you|he|she|it|they) (?:\w+ed|was|were|did|had|got|went|said)\b/i;

/** Tells whether a user says how work is to be done from now on. */
function isRule({ sentence, role, passage: { sentences } }: Statement): boolean {
  if (role !== "user" || sentence.isQuestion || POINTER.test(sentence.text)) return false;
  const text = sentence.text.replaceAll(QUOTED, "");
  const wish = sentence.text.replace(OPENING, "");
  const isTold = saysPlainly(sentence, ["reported"]);
  if (saysPlainly(sentence, ["once", "thanks"]) || AT_HAND.test(wish)) return false;
  if (sentence.label === "standing") return true;
  const length = lengthOf({ sentences: [sentence] });
  if (length >= FEWEST_OF_WISH && WISH.test(isTold ? text : wish)) return true;
  if (length < FEWEST_WORDS) return false;
  if (beginsWith(sentence, "ruled") || LASTING.test(text)) return true;
  const next = sentences[sentences.indexOf(sentence) + 1]?.text ?? "";
  return (ENDING.test(text) || POINTER.test(next)) && !TELLS.test(text) && !isTold &&
    !saysPlainly(sentence, ["failed"]);
}

/** The most words of a message that states a rule in passing; a longer one is a task or a paste. */
const LONGEST_RULE = 70;

function isLong({ steps }: Course, step: number): boolean {
  return steps[step]!.reading.passages.reduce((words, one) => words + lengthOf(one), 0) > LONGEST_RULE;
}

function isCause({ sentence, role, passage }: Statement): boolean {
  const { isQuestion, label, text } = sentence;
  return role === "assistant" && !isQuestion && passage.kind !== "heading" && !/[:：]\W*$/.test(text) &&
    (label === "cause" || saysPlainly(sentence, ["blamed"]));
}

/** Returns the sentences behind a cause, in the same message, that name its cure, nearest first. */
export function fixOf({ sentence, passage, step, course }: Statement): readonly Sentence[] {
  const { passages } = course.steps[step]!.reading;
  const behind = [
    ...passage.sentences.slice(passage.sentences.indexOf(sentence) + 1),
    ...passages[passage.index + 1]?.sentences ?? [],
  ];
  return behind.filter((one) =>
    !one.isQuestion && (one.label === "fixed" || beginsWith(one, "fixed")) &&
    lengthOf({ sentences: [one] }) >= FEWEST_WORDS
  );
}

function hasEdit({ steps }: Course, step: number): boolean {
  const from = Math.max(0, steps.findLastIndex(({ isPrompt }, i) => i <= step && isPrompt));
  const next = steps.findIndex(({ isPrompt }, i) => i > step && isPrompt);
  return steps.slice(from, next < 0 ? undefined : next).some((one) => one.hasEdit);
}

/** Matches the state of a search, "the issue is that …", which the next step may change. */
const AT_WORK = /\b(?:issue|problem|error|bug) is\b/i;

function hedges({ sentence: { tokens: { all } } }: Statement): boolean {
  return all.some(({ traits }) => (traits & TRAITS.weakens) !== 0);
}

const FEWEST_SUBJECTS = 4;

/** Tells whether a cause names next to nothing ("Found the root cause!"); never in scripts without blanks. */
function saysLittle({ sentence }: Statement): boolean {
  return subjectsOf({ sentences: [sentence] }).size < FEWEST_SUBJECTS &&
    !sentence.tokens.all.some(({ kind }) => kind === TokenKind.Cjk);
}

function hasName({ tokens: { all } }: Sentence): boolean {
  return all.some(({ kind }) => kind === TokenKind.Code || kind === TokenKind.Name);
}

function hasNumber({ tokens: { all } }: Sentence): boolean {
  return all.some(({ kind }) => kind === TokenKind.Number);
}
