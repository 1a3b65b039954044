import { asks, type Course, endsAsking, says, type Step } from "./course.ts";
import type { CueName } from "./cues/cue_names.ts";
import { isSmallWord } from "./languages.ts";
import type { Passage, Reading } from "./read_message.ts";
import { TokenKind, type Tokens } from "./tokens.ts";

/** What the conversation around a passage says about it, by the name that a person reads. */
export const DISCOURSE_SIGNS = [
  "said by the user",
  "a list item",
  "a heading",
  "long message",
  "the first request",
  "near the end",
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
] as const;

export interface Place {
  readonly course: Course;
  readonly step: number;
  readonly passage: Passage;
}

const LOOK_BACK = 12;
const NEAR_END = 4;
const BRIEF = 12;

/** The strength of each sign for a passage, in the order of `DISCOURSE_SIGNS`. */
export function discourseOf({ course, step, passage }: Place): number[] {
  const { steps } = course;
  const here = steps[step] as Step;
  const { reading, previous } = here;
  const before = steps.slice(Math.max(0, step - LOOK_BACK), step);
  const after = steps.slice(step + 1);
  const talkAfter = after.filter((other) => other.reading.passages.length > 0);
  const failedBefore = before.some(({ reading: other }) => says(other, "failed"));
  const failedRun = before.some((other) => other.hasFailure);
  const isUser = reading.role === "user";
  const words = passage.sentences.reduce((sum, sentence) => sum + sentence.places.length, 0);
  const later = laterTalk(passage, here, talkAfter);
  const reply = talkAfter[0]?.reading;
  const taken = isUser && previous.role !== reading.role && !isAsking(passage)
    ? takesUp(passage, previous)
    : 0;
  return [
    Number(isUser),
    Number(passage.kind === "item"),
    Number(passage.kind === "heading"),
    Math.log2(1 + reading.passages.length) / 4,
    Number(isUser && step < 2 && previous.passages.length === 0),
    Number(talkAfter.length < NEAR_END),
    Number(passage.sentences.some((sentence) => sentence.isQuestion)),
    Number(endsAsking(reading)),
    Number(after.some((other) => other.hasEdit)),
    Number(editsFollow(steps, step)),
    Number(!course.hasEdit),
    Number(course.isQuestions),
    Number(failedBefore),
    Number(failedRun),
    Number((failedBefore || failedRun) && passedSince(steps, step)),
    Number(says(passage, "works") || later.some((other) => says(other, "works"))),
    Number(says(passage, "stillOpen") || later.some((other) => says(other, "stillOpen"))),
    Number(before.some(({ reading: other }) => says(other, "options") || says(other, "pending"))),
    Number(endsAsking(previous) && previous.role !== reading.role),
    Number(isUser && words <= BRIEF && asks(previous)),
    Number(!isUser && reply === undefined && !after.some((other) => other.hasEdit)),
    Number(
      reply !== undefined && reply.role !== reading.role &&
        (says(reply, "agreed") || says(reply, "adopted")),
    ),
    Number(later.some((other) => says(other, "paidOff"))),
    Number(later.some((other) => says(other, "removedLimit"))),
    Number(says(passage, "narration")),
    Number(says(passage, "reported")),
    Number(says(passage, "supposed") || says(passage, "guess")),
    Number(says(passage, "once")),
    Number(says(passage, "thanks")),
    taken,
    Number(taken === 1 && isOffer(previous) && workFollows(steps, step)),
    Number(taken === 1 && isOffer(previous) && (says(passage, "reason") || words > BRIEF)),
    Number(says(reading, "cause") && (says(reading, "works") || says(reading, "fixed"))),
    Number(
      (says(passage, "cause") || says(passage, "found")) && editsFollow(steps, step) &&
        passedSince(steps, step),
    ),
  ];
}

/** What is said after a passage: the rest of its message and the messages that follow. */
function laterTalk(passage: Passage, here: Step, talkAfter: readonly Step[]): (Passage | Reading)[] {
  return [...here.reading.passages.slice(passage.index + 1), ...talkAfter.map((step) => step.reading)];
}

/** Whether a file changes before anybody else speaks. */
function editsFollow(steps: readonly Step[], step: number): boolean {
  for (let i = step; i < steps.length; i++) {
    const other = steps[i] as Step;
    if (other.hasEdit) return true;
    if (i > step && other.reading.role === "user" && other.reading.passages.length > 0) return false;
  }
  return false;
}

/** Whether the last run with a result that can be read passed. */
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
function takesUp(passage: Passage, previous: Reading): number {
  const offered = new Set(previous.passages.flatMap(contentWords));
  return contentWords(passage).some((word) => offered.has(word)) ? 1 : 0;
}

function isAsking(passage: Passage): boolean {
  return passage.sentences.every((sentence) => sentence.isQuestion);
}

/** Whether a tool is called before anybody else speaks. */
function workFollows(steps: readonly Step[], step: number): boolean {
  return steps[step + 1]?.hasCall === true || editsFollow(steps, step);
}

/** The words of a passage that carry its subject, names in code included. */
function contentWords(passage: Passage): string[] {
  return passage.sentences.flatMap(({ tokens, places }) =>
    places.filter((token) => isContent(tokens, token))
      .map((token) => tokens.text.slice(tokens.starts[token], tokens.ends[token]).replaceAll("`", ""))
  );
}

function isContent(tokens: Tokens, token: number): boolean {
  const kind = tokens.kinds[token];
  if (kind === TokenKind.Code || kind === TokenKind.Name) return true;
  return kind === TokenKind.Word && !isSmallWord(tokens.hashes[token] as number);
}
