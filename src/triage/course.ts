import type { Message, ToolResult } from "../base/conversation.ts";
import { isEditTool } from "../shell/tools.ts";
import { isPrompt } from "./conversation_rows.ts";
import { EMPTY_READING, type Passage, type Reading, readMessage, says } from "./reading.ts";

/** One message of a conversation, with the facts by which other messages are judged. */
export interface Step {
  readonly reading: Reading;
  /** The last message before it that holds text. */
  readonly previous: Reading;
  /** True where a turn begins. */
  readonly isPrompt: boolean;
  readonly hasEdit: boolean;
  readonly hasFailure: boolean;
  readonly hasSuccess: boolean;
}

/** A conversation read from beginning to end. */
export interface Course {
  readonly steps: readonly Step[];
}

/** A cache, as the windows of a long conversation overlap. */
const readings = new WeakMap<Message, Reading>();

function readingOf(message: Message): Reading {
  const reading = readings.get(message) ?? readMessage(message);
  readings.set(message, reading);
  return reading;
}

export function readCourse(messages: readonly Message[]): Course {
  const failed = failedCalls(messages);
  // The results of reads and searches may speak of errors although nothing failed.
  const noRuns = new Set(
    messages.flatMap(({ toolUses }) => toolUses).filter(({ command }) => command === undefined)
      .map(({ id }) => id),
  );
  const steps = messages.map((message, i): Step => {
    const signs = message.toolResults.filter(({ toolUseId }) => !noRuns.has(toolUseId)).map(runSign);
    return {
      // Read on demand: most messages of a long conversation belong to earlier turns.
      get reading() {
        return readingOf(message);
      },
      get previous() {
        const before = messages.slice(0, i).findLast((one) => readingOf(one).passages.length > 0);
        return before === undefined ? EMPTY_READING : readingOf(before);
      },
      isPrompt: isPrompt(message),
      hasEdit: message.toolUses.some(({ name, id }) => isEditTool(name) && !failed.has(id)),
      hasFailure: signs.includes("failed"),
      hasSuccess: signs.includes("passed"),
    };
  });
  return { steps };
}

const LOOK_BACK = 12;

/**
 * Tells whether the work that a message tells of is done: its turn edits no file after it. Unless a label
 * names the cause, something must also have failed before, and a file have been edited or the last run pass.
 */
export function isDone({ steps }: Course, step: number, passage: Passage): boolean {
  const next = steps.findIndex((one, i) => i > step && one.isPrompt);
  const later = steps.slice(step + 1, next < 0 ? undefined : next);
  if (later.some((one) => one.hasEdit)) return false;
  if (passage.sentences.some(({ label }) => label === "cause")) return true;
  const prompt = steps.findLastIndex((one, i) => i < step && one.isPrompt);
  const before = steps.slice(Math.max(0, Math.min(prompt, step - LOOK_BACK)), step);
  const hasFailed = says(passage, "failed", "fixed") ||
    before.some(({ reading, hasFailure }) => hasFailure || says(reading, "failed"));
  const lastRun = [...before, steps[step]!, ...later].findLast((one) => one.hasSuccess || one.hasFailure);
  const hasChanged = [...before, steps[step]!].some((one) => one.hasEdit);
  return hasFailed && (hasChanged || lastRun?.hasSuccess === true);
}

const NO_FAILURE = /0 failed|0 errors|no errors|0 failures|0 error\(s\)|failed: 0|failures: 0/g;
const FAILURE =
  /fail|error|exception|traceback|panic|exit code [12]|cannot |not found|denied|refused|timed out|timeout|segmentation|fatal|abort/;
const SUCCESS = /pass|success|build ok|ok | ok|✓|done in|0 issues|finished/;

/** Reads failure or success from a result's text; it only supports words, and is no evidence by itself. */
export function runSign({ isError, text }: ToolResult): "failed" | "passed" | "silent" {
  if (isError) return "failed";
  const told = text.toLowerCase().replaceAll(NO_FAILURE, " passed ");
  if (FAILURE.test(told)) return "failed";
  return SUCCESS.test(told) ? "passed" : "silent";
}

/** Returns the ids of calls whose result says that they went wrong. */
export function failedCalls(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ toolResults }) => toolResults).filter(({ isError }) => isError)
      .map(({ toolUseId }) => toolUseId),
  );
}
