// The steps of a conversation: each message with the facts by which the statements around it are judged.
import type { Message, ToolResult } from "../base/conversation.ts";
import { withoutTerminalCodes } from "../base/frame.ts";
import { changesOf } from "../shell/command_words.ts";
import { isEditTool } from "../shell/tools.ts";
import { beginsTurn } from "./conversation_rows.ts";
import { type Passage, type Reading, readMessage, says } from "./reading.ts";

export interface Step {
  readonly reading: Reading;
  readonly beginsTurn: boolean;
  /** True if the message has a call that edits a file, or a shell call that changed one, and that did not fail. */
  readonly hasEdit: boolean;
  /** The results of commands that the message reports, guessed from their output. */
  readonly results: readonly ReturnType<typeof guessResult>[];
}

/** A cache, as `mneme replay` triages overlapping parts of a conversation one after the other. */
const readings = new WeakMap<Message, Reading>();

export function readSteps(messages: readonly Message[]): Step[] {
  const changes = changesIn(messages);
  // The results of reads and searches may have words of failure or success although nothing was run.
  const noCommands = new Set(
    messages.flatMap(({ toolUses }) => toolUses).filter(({ command }) => command === undefined)
      .map(({ id }) => id),
  );
  return messages.map((message): Step => ({
    // A getter, as most messages of a long conversation belong to earlier turns and are never read.
    get reading() {
      return readings.getOrInsertComputed(message, readMessage);
    },
    beginsTurn: beginsTurn(message),
    hasEdit: message.toolUses.some(({ id }) => changes.has(id)),
    results: message.toolResults.filter(({ toolUseId }) => !noCommands.has(toolUseId)).map(guessResult),
  }));
}

export function afterInTurn(steps: readonly Step[], step: number): Step[] {
  let end = step + 1;
  while (end < steps.length && !steps[end]!.beginsTurn) end++;
  return steps.slice(step + 1, end);
}

/** The number of steps before a message that count even if made in an earlier turn: a person may ask amid the work. */
const LOOK_BACK = 12;

/**
 * Returns true if the work that a passage reports is done: its turn edits no file later, and the passage has the label
 * of a cause, or since the first failure before it a file was edited or the turn's last run passed. A passage that itself
 * tells of a failure or a fix needs no earlier failure: then every step that is looked at counts.
 */
export function isDone(steps: readonly Step[], step: number, passage: Passage): boolean {
  const later = afterInTurn(steps, step);
  if (later.some((one) => one.hasEdit)) return false;
  if (passage.sentences.some(({ label }) => label === "cause")) return true;
  const prompt = steps.findLastIndex((one, i) => i < step && one.beginsTurn);
  const before = steps.slice(Math.max(0, Math.min(prompt, step - LOOK_BACK)), step);
  const failed = says(passage, "failed", "fixed")
    ? 0
    : before.findIndex(({ reading, results }) =>
      results.includes("failed") || reading.passages.some((one) => says(one, "failed"))
    );
  if (failed < 0) return false;
  const since = [...before, steps[step]!].slice(failed);
  const lastRun = [...since, ...later].findLast(({ results }) => results.some((one) => one !== "unknown"));
  return lastRun?.results.includes("passed") === true || since.some((one) => one.hasEdit);
}

/** Matches `0 failed`, `no errors`, `failures: 0`. */
const NO_FAILURE =
  /\b(?:0|no|zero|without(?: any)?) (?:tests? )?(?:fail(?:ed|ing|s|ures?)?|error(?:\(s\)|s)?|exceptions?)(?![\w/-]|\.\w)|\b(?:fail(?:ed|ing|s|ures?)?|errors?|exceptions?)[:= ] *0\b/g;
/** Matches words of failure, but not in names of files and functions. */
const FAILURE =
  /(?<![\w./-])(?:fail(?:ed|ing|s|ures?)?|errors?|exceptions?|traceback|panic(?:ked)?|exit code [12]|cannot|not found|denied|refused|timed out|timeout|segmentation|fatal|abort(?:ed|ing)?)(?![\w/-]|\.\w)/;
/** Matches the name of an error's class: `TypeError`, `IOException`. */
const ERROR_CLASS = /[A-Za-z\d](?:Error|Exception)s?(?![\w/-]|\.\w)/;
const SUCCESS =
  /\bpass(?:ed|es|ing)?\b|\bsucce(?:ss|eded)|(?<!not[ -])\bok\b(?!["':= ]+(?:false|0))|✓|\b(?:done in|0 issues|finished)/;

export function guessResult({ isError, isRefused, text }: ToolResult): "failed" | "passed" | "unknown" {
  if (isError) return isRefused ? "unknown" : "failed";
  const plain = withoutTerminalCodes(text); // a code ends with a letter, which would hide the word after it
  const words = plain.toLowerCase().replaceAll(NO_FAILURE, " passed ");
  if (FAILURE.test(words) || ERROR_CLASS.test(plain)) return "failed";
  return SUCCESS.test(words) ? "passed" : "unknown";
}

/** Returns the files that calls changed, by the ids of the calls, without failed ones; `[]` for an edit of no known file. */
export function changesIn(messages: readonly Message[]): ReadonlyMap<string, readonly string[]> {
  const results = messages.flatMap(({ toolResults }) => toolResults);
  const resultOf = new Map(results.map((result) => [result.toolUseId, result]));
  const uses = messages.flatMap(({ toolUses }) => toolUses).filter(({ id }) => !resultOf.get(id)?.isError);
  return new Map(uses.flatMap(({ id, name, file = [], command = "" }) => {
    const files = isEditTool(name) ? [file].flat() : changesOf(command, resultOf.get(id)?.changed ?? []);
    return isEditTool(name) || files.length > 0 ? [[id, files]] : [];
  }));
}
