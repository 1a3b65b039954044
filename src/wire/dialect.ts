import { asText, type WireObject } from "../base/json.ts";
import type { Reply } from "./reply.ts";

/**
 * The way in which a client other than Claude Code speaks. Everything behind the wire knows the words of Claude Code
 * alone; a dialect turns its client's into those, and an answer into the client's form. All of it is total.
 */
export interface Dialect {
  /** True for a row that only this client writes; others are known by those beside them. */
  readonly owns: (row: WireObject) => boolean;
  /** The payload in the words of Claude Code; `undefined` where nothing was said or done. */
  readonly payload: (given: WireObject, glance: Glance) => WireObject | undefined;
  /** The document to print, with no key that the client does not know; empty for nothing. */
  readonly answer: (reply: Reply) => string;
  /**
   * A row of the client's transcript as rows of Claude Code's. A row of the type `session` says what holds for the
   * rows after it; `around` is what those before it said.
   */
  readonly rows: (row: WireObject, around: WireObject) => readonly WireObject[];
  /**
   * Returns the facts about a transcript that its path tells, and its rows do not; `read` takes the text of a file from
   * there.
   */
  readonly around?: (path: string, read: (name: string) => string) => WireObject;
  /** The client takes no context at a session's start: the first prompt brings it. */
  readonly startsWithPrompt?: true;
  /** The client keeps the instructions of MCP servers from the model: a session's start tells the one that matters. */
  readonly hidesInstructions?: true;
  /** The place of a session's transcript, where payloads do not say it: in one of the folders below `sessions`. */
  readonly transcript?: {
    /** Names the client's folder; else it is this one in the home. */
    readonly variable: string;
    readonly folder: string;
    readonly file: (sessionId: string) => string;
  };
}

/** The look that a dialect may take at a file of its client; empty where it cannot be read. */
export interface Glance {
  readonly head: (path: string, bytes: number) => string;
  readonly tail: (path: string, bytes: number) => string;
  /** Waits a moment for words at the end of a file that is written late. */
  readonly until: (path: string, words: string) => void;
}

/** The word by which rows and payloads say that a script has started the client. */
export const SCRIPT = "sdk-cli";

/** The end of a shell command, as the fields of a payload. `undefined` for an exit code that nobody told. */
export function shellEnd(output: string, exitCode: number | undefined): WireObject {
  if (exitCode !== undefined && exitCode !== 0) {
    return { hook_event_name: "PostToolUseFailure", error: `Exit code ${exitCode}\n${output}` };
  }
  const unknown = exitCode === undefined ? { returnCodeInterpretation: "unknown" } : {};
  return { tool_response: { stdout: output, stderr: "", interrupted: false, ...unknown } };
}

/** A call as a row of a transcript, of the id by which its result is found. */
export function callRow(id: string, name: string, input: unknown): WireObject {
  return { type: "assistant", message: { content: [{ type: "tool_use", id, name, input }] } };
}

/** The result of a call as a row, from the fields that a payload would have. */
export function resultRow(id: string, fields: WireObject): WireObject {
  const error = asText(fields.error);
  const content = error ?? (typeof fields.tool_response === "string" ? fields.tool_response : "");
  const block = { type: "tool_result", tool_use_id: id, is_error: error !== undefined, content };
  const structured = error === undefined ? { toolUseResult: fields.tool_response } : {};
  return { type: "user", message: { content: [block] }, ...structured };
}

/** Words of the user or of the agent as a row. */
export function saidRow(type: "user" | "assistant", text: string, uuid: string | undefined): WireObject {
  return { type, ...(uuid === undefined ? {} : { uuid }), message: { content: [{ type: "text", text }] } };
}

/** The question of a stop hook as a row: what follows answers it. */
export function askRow(text: string): WireObject {
  return { type: "user", message: { content: `Stop hook feedback:\n${text}` } };
}

/** The fields of a payload without those that are named. */
export function without(given: WireObject, ...names: readonly string[]): WireObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

/**
 * The reply as most clients know it: context under the event's name, and a stop that is asked on by its decision. Only
 * Claude Code takes context at a stop, and the exit code is left to it as well.
 */
export function answerFields(reply: Reply): Record<string, unknown> {
  const { context, systemMessage } = reply;
  const isStop = context?.event === "Stop";
  const reason = reply.block ?? reply.blockByExitCode ?? (isStop ? context.text : undefined);
  return {
    ...(reason ? { decision: "block", reason } : {}),
    ...(systemMessage ? { systemMessage } : {}),
    ...(context?.text && !isStop
      ? { hookSpecificOutput: { hookEventName: context.event, additionalContext: context.text } }
      : {}),
  };
}

/** The document; empty where it would say nothing. */
export function printed(fields: Record<string, unknown>): string {
  return Object.keys(fields).length === 0 ? "" : JSON.stringify(fields);
}
