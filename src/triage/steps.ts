// The steps of a conversation: each message with the facts by which the statements around it are judged.
import type { Message, ToolResult } from "../base/conversation.ts";
import { isEditTool } from "../shell/tools.ts";
import { isPrompt } from "./conversation_rows.ts";
import { type Reading, readMessage } from "./reading.ts";

export interface Step {
  readonly reading: Reading;
  readonly isPrompt: boolean;
  /** True if the message has a call that edits a file, and the call did not fail. */
  readonly hasEdit: boolean;
}

/** A cache, as `mneme replay` triages overlapping parts of a conversation one after the other. */
const readings = new WeakMap<Message, Reading>();

export function readSteps(messages: readonly Message[]): Step[] {
  const failed = failedCalls(messages);
  return messages.map((message): Step => ({
    // A getter, as most messages of a long conversation belong to earlier turns and are never read.
    get reading() {
      return readings.getOrInsertComputed(message, readMessage);
    },
    isPrompt: isPrompt(message),
    hasEdit: message.toolUses.some(({ name, id }) => isEditTool(name) && !failed.has(id)),
  }));
}

/** Returns the later steps of the same turn. */
export function afterInTurn(steps: readonly Step[], step: number): Step[] {
  let end = step + 1;
  while (end < steps.length && !steps[end]!.isPrompt) end++;
  return steps.slice(step + 1, end);
}

/** Matches `0 failed`, `no errors`, `failures: 0`. */
const NO_FAILURE =
  /\b(?:0|no|zero|without(?: any)?) (?:tests? )?(?:fail(?:ed|ing|s|ures?)?|error(?:\(s\)|s)?|exceptions?)(?![\w/-]|\.\w)|\b(?:fail(?:ed|ing|s|ures?)?|errors?|exceptions?)[:= ] *0\b/g;
/** Matches words of failure, but not in names of files and functions. */
const FAILURE =
  /(?<![\w./-])(?:fail(?:ed|ing|s|ures?)?|traceback|panic(?:ked)?|exit code [12]|cannot|not found|denied|refused|timed out|timeout|segmentation|fatal|abort(?:ed|ing)?)(?![\w/-]|\.\w)|(?:error|exception)s?(?![\w/-]|\.\w)/;
const SUCCESS = /\bpass(?:ed|es|ing)?\b|\bsucce(?:ss|eded)|build ok|ok | ok|✓|done in|0 issues|finished/;

export function guessResult({ isError, text }: ToolResult): "failed" | "passed" | "unknown" {
  if (isError) return "failed";
  const words = text.toLowerCase().replaceAll(NO_FAILURE, " passed ");
  if (FAILURE.test(words)) return "failed";
  return SUCCESS.test(words) ? "passed" : "unknown";
}

/** Returns the ids of the calls that the client reports as failed. */
export function failedCalls(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ toolResults }) => toolResults).filter(({ isError }) => isError)
      .map(({ toolUseId }) => toolUseId),
  );
}
