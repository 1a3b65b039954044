import { asks, type Course, endsAsking, says, type Step } from "./course.ts";
import type { CueName } from "./cues/cue_names.ts";
import type { Passage, Reading } from "./read_message.ts";
import { TokenKind } from "./token_kind.ts";
import { carriesSubject, type Word } from "./word.ts";

/** What the conversation around a passage says about it, by the name that a person reads. */
export const DISCOURSE_SIGNS = [
  "said by the user",
  "a list item",
  "a heading",
  "long message",
  "the first request",
  "a question in it",
  "the message ends with a question",
  "files change later",
  "files change right after",
  "no file changes",
  "nothing but questions and answers",
  "a failure came before",
  "a failed run came before",
  "a run passed since the failure",
  "it is said to work afterwards",
  "it still fails afterwards",
  "options came before",
  "a question came before",
  "the user answers briefly",
  "no answer came",
  "agreed to afterwards",
  "paid off afterwards",
  "the limit is removed afterwards",
  "the next step is announced",
  "somebody else is quoted",
  "only supposed or guessed",
  "for this one time",
  "thanks or small talk",
  "takes up what was offered",
  "takes up an option, and work follows",
  "takes up an option, with a reason",
  "a cause and a cure in one message",
  "a cause, then a change, then success",
  "names one of the options",
] as const;

export interface Place {
  readonly course: Course;
  readonly step: number;
  readonly passage: Passage;
  /** What was laid out before, of which the passage takes this. */
  readonly option: Passage | undefined;
}

const LOOK_BACK = 12;
const BRIEF = 12;

/** The strength of each sign for a passage, in the order of `DISCOURSE_SIGNS`. */
export function discourseOf({ course, step, passage, option }: Place): number[] {
  const here = course.steps[step] as Step;
  const { reading, previous } = here;
  const around = surroundingsOf(course, step);
  const { reply } = around;
  const isUser = reading.role === "user";
  const words = passage.sentences.reduce((sum, { tokens }) => sum + tokens.places.length, 0);
  const isTaken = isUser && previous.role !== reading.role && !isAsking(passage) &&
    (option !== undefined || takesUp(passage, previous));
  const isOffered = option !== undefined || isOffer(previous);
  const staysSo = (cue: CueName) => says(passage, cue) || isSaidLater(passage, around, cue);
  return [
    Number(isUser),
    Number(passage.kind === "item"),
    Number(passage.kind === "heading"),
    Math.log2(1 + reading.passages.length) / 4,
    Number(isUser && step < 2 && previous.passages.length === 0),
    Number(passage.sentences.some((sentence) => sentence.isQuestion)),
    Number(endsAsking(reading)),
    Number(around.editsLater),
    Number(around.editsFollow),
    Number(!course.hasEdit),
    Number(course.isQuestions),
    Number(around.failedBefore),
    Number(around.failedRun),
    Number((around.failedBefore || around.failedRun) && around.passedSince),
    Number(staysSo("works")),
    Number(staysSo("stillOpen")),
    Number(around.optionsBefore),
    Number(endsAsking(previous) && previous.role !== reading.role),
    Number(isUser && words <= BRIEF && asks(previous)),
    Number(!isUser && reply === undefined && !around.editsLater),
    Number(
      reply !== undefined && reply.role !== reading.role &&
        (says(reply, "agreed") || says(reply, "adopted")),
    ),
    Number(isSaidLater(passage, around, "paidOff")),
    Number(isSaidLater(passage, around, "removedLimit")),
    Number(says(passage, "narration")),
    Number(says(passage, "reported")),
    Number(says(passage, "supposed") || says(passage, "guess")),
    Number(says(passage, "once")),
    Number(says(passage, "thanks")),
    Number(isTaken),
    Number(isTaken && isOffered && around.workFollows),
    Number(isTaken && isOffered && (says(passage, "reason") || words > BRIEF)),
    Number(says(reading, "cause") && (says(reading, "works") || says(reading, "fixed"))),
    Number(
      (says(passage, "cause") || says(passage, "found")) && around.editsFollow && around.passedSince,
    ),
    Number(option !== undefined),
  ];
}

/** What stands around a message, the same for each of its passages. */
interface Surroundings {
  readonly here: Reading;
  readonly talkAfter: readonly Reading[];
  readonly reply: Reading | undefined;
  readonly editsLater: boolean;
  /** A file changes before anybody else speaks. */
  readonly editsFollow: boolean;
  /** A tool is called before anybody else speaks. */
  readonly workFollows: boolean;
  readonly failedBefore: boolean;
  readonly failedRun: boolean;
  readonly optionsBefore: boolean;
  /** The last run with a result that can be read passed. */
  readonly passedSince: boolean;
}

const surroundings = new WeakMap<Step, Surroundings>();

function surroundingsOf({ steps }: Course, step: number): Surroundings {
  const here = steps[step] as Step;
  const known = surroundings.get(here);
  if (known !== undefined) return known;
  const before = steps.slice(Math.max(0, step - LOOK_BACK), step);
  const after = steps.slice(step + 1);
  const talkAfter = after.map(({ reading }) => reading).filter(({ passages }) => passages.length > 0);
  const follows = editsFollow(steps, step);
  const made = {
    here: here.reading,
    talkAfter,
    reply: talkAfter[0],
    editsLater: after.some(({ hasEdit }) => hasEdit),
    editsFollow: follows,
    workFollows: steps[step + 1]?.hasCall === true || follows,
    failedBefore: before.some(({ reading }) => says(reading, "failed")),
    failedRun: before.some(({ hasFailure }) => hasFailure),
    optionsBefore: before.some(({ reading }) => says(reading, "options") || says(reading, "pending")),
    passedSince: passedSince(steps, step),
  };
  surroundings.set(here, made);
  return made;
}

/** Whether the rest of the message or one that follows holds a cue that stands plainly. */
function isSaidLater({ index }: Passage, { here, talkAfter }: Surroundings, cue: CueName): boolean {
  for (let i = index + 1; i < here.passages.length; i++) {
    if (says(here.passages[i] as Passage, cue)) return true;
  }
  return talkAfter.some((reading) => says(reading, cue));
}

function editsFollow(steps: readonly Step[], step: number): boolean {
  for (let i = step; i < steps.length; i++) {
    const other = steps[i] as Step;
    if (other.hasEdit) return true;
    if (i > step && other.reading.role === "user" && other.reading.passages.length > 0) return false;
  }
  return false;
}

function passedSince(steps: readonly Step[], step: number): boolean {
  for (let i = steps.length - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const other = steps[i] as Step;
    if (other.hasSuccess) return true;
    if (other.hasFailure) return false;
  }
  return false;
}

const OFFERS: readonly CueName[] = ["options", "pending"];

/** Whether a message lays something out to choose from. */
function isOffer(reading: Reading): boolean {
  return OFFERS.some((cue) => says(reading, cue)) ||
    reading.passages.filter((passage) => passage.kind === "item").length > 1;
}

/** Whether a passage repeats words of the message before it. */
function takesUp(passage: Passage, previous: Reading): boolean {
  const own = new Set<string>();
  addSubjects(passage, own);
  if (own.size === 0) return false;
  const offered = subjectsOf(previous);
  for (const word of own) if (offered.has(word)) return true;
  return false;
}

function isAsking(passage: Passage): boolean {
  return passage.sentences.every((sentence) => sentence.isQuestion);
}

const subjects = new WeakMap<Reading, ReadonlySet<string>>();

/** The subjects of a message, gathered once. */
function subjectsOf(reading: Reading): ReadonlySet<string> {
  let words = subjects.get(reading);
  if (words === undefined) {
    const gathered = new Set<string>();
    for (const passage of reading.passages) addSubjects(passage, gathered);
    words = gathered;
    subjects.set(reading, words);
  }
  return words;
}

/** Adds the words of a passage that carry its subject, names in code included. */
export function addSubjects(passage: Passage, words: Set<string>): void {
  for (const { tokens: { all } } of passage.sentences) {
    for (let i = 0; i < all.length; i++) {
      const word = all[i] as Word;
      if (word.kind === TokenKind.Code) words.add(word.text.slice(1, -1));
      else if (carriesSubject(word)) words.add(word.text);
    }
  }
}
