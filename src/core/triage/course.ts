import type { Message } from "../conversation.ts";
import { CUE_NAMES } from "./cue_index.ts";
import type { CueName } from "./cues/cue_names.ts";
import { cuesOf, loadCues, type OtherLanguage } from "./languages.ts";
import { Modality } from "./modality.ts";
import { callsWithoutCommand, EDIT_TOOLS, failedCalls, runSign } from "./outcome_signs.ts";
import { EMPTY_READING, type Passage, type Reading, readMessage, type Sentence } from "./read_message.ts";

/** What happens in one message of a conversation, as far as later and earlier ones are judged by it. */
export interface Step {
  readonly reading: Reading;
  /** The step before it that holds text. */
  readonly previous: Reading;
  readonly hasEdit: boolean;
  readonly hasCall: boolean;
  readonly hasFailure: boolean;
  readonly hasSuccess: boolean;
}

/** A conversation read from beginning to end. */
export interface Course {
  readonly steps: readonly Step[];
  readonly hasEdit: boolean;
  /** No file changed and the user mostly asks. */
  readonly isQuestions: boolean;
  readonly passageCount: number;
  /** Hardly anything was said or done yet, also of what was dealt with before and has no words any more. */
  readonly isShort: boolean;
}

/** Of prompts, answers and calls. */
const FEW_MESSAGES = 6;

/** The windows of a long conversation overlap: what was read once is not read again while its message is there. */
const readings = new WeakMap<Message, Reading>();

export function readCourse(messages: readonly Message[]): Course {
  const failed = failedCalls(messages);
  const noRuns = callsWithoutCommand(messages);
  const steps: Step[] = [];
  let previous = EMPTY_READING;
  for (const message of messages) {
    const reading = readingOf(message);
    steps.push(stepOf(message, { reading, previous, failed, noRuns }));
    if (reading.passages.length > 0) previous = reading;
  }
  const hasEdit = steps.some((step) => step.hasEdit);
  const prompts = steps.filter(({ reading }) => reading.role === "user" && reading.passages.length > 0);
  const questions = prompts.filter(({ reading }) => asks(reading)).length;
  return {
    steps,
    hasEdit,
    isQuestions: !hasEdit && questions * 2 >= prompts.length,
    passageCount: steps.reduce((sum, step) => sum + step.reading.passages.length, 0),
    isShort: messages.filter(({ toolResults }) => toolResults.length === 0).length <= FEW_MESSAGES,
  };
}

/** What a message says; read again where cues that it lacked are there now. */
function readingOf(message: Message): Reading {
  const known = readings.get(message);
  if (known !== undefined && !lacksLoaded(known)) return known;
  const reading = readMessage(message);
  readings.set(message, reading);
  return reading;
}

function lacksLoaded({ lacks }: Reading): boolean {
  for (const language of lacks) if (cuesOf(language) !== undefined) return true;
  return false;
}

/** Brings the cues of the languages in which the messages are written; what is said in others has none. */
export async function loadLanguages(messages: readonly Message[]): Promise<void> {
  const lacking = new Set<OtherLanguage>();
  for (const message of messages) {
    for (const language of readingOf(message).lacks) lacking.add(language);
  }
  for (const language of lacking) await loadCues(language);
}

interface StepContext {
  readonly reading: Reading;
  readonly previous: Reading;
  readonly failed: ReadonlySet<string>;
  readonly noRuns: ReadonlySet<string>;
}

function stepOf(message: Message, { reading, previous, failed, noRuns }: StepContext): Step {
  let hasFailure = false;
  let hasSuccess = false;
  for (const result of message.toolResults) {
    if (noRuns.has(result.toolUseId)) continue;
    const sign = runSign(result);
    if (sign === "failed") hasFailure = true;
    else if (sign === "passed") hasSuccess = true;
  }
  return {
    reading,
    previous,
    hasEdit: message.toolUses.some((use) => EDIT_TOOLS.has(use.name) && !failed.has(use.id)),
    hasCall: message.toolUses.length > 0,
    hasFailure,
    hasSuccess,
  };
}

/** Whether a message asks anything. */
export function asks(reading: Reading): boolean {
  return reading.passages.some((passage) => passage.sentences.some((sentence) => sentence.isQuestion));
}

/** Whether the last thing that a message says is a question. */
export function endsAsking(reading: Reading): boolean {
  const last = reading.passages[reading.passages.length - 1];
  return last?.sentences[last.sentences.length - 1]?.isQuestion === true;
}

const CUE_PLACES: ReadonlyMap<CueName, number> = new Map(CUE_NAMES.map((name, place) => [name, place]));

/** Whether a passage or a message holds a cue that stands plainly. */
export function says({ plainCues }: Passage | Reading, name: CueName): boolean {
  return plainCues.has(CUE_PLACES.get(name) ?? -1);
}

/** Whether one of the cues stands plainly in a sentence. */
export function saysPlainly({ hits, modalities }: Sentence, names: readonly CueName[]): boolean {
  return hits.some(({ cue }, i) => modalities[i] === Modality.Plain && names.includes(CUE_NAMES[cue]!));
}
