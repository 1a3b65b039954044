import type { ToolResult } from "./events.ts";
import { asObject, asText, parseJson, type WireObject } from "../base/json.ts";

/** Total. The client has no field for the exit code: it says so in the error's first line, or by the event's kind. */
export function decodeShellEnd(
  { tool_input, tool_response: value, error, is_interrupt }: WireObject,
): ShellEnd {
  if (typeof error === "string") return failedEnd(error, is_interrupt === true);
  const response = asObject(value);
  const isRunning = asText(response?.backgroundTaskId) !== undefined ||
    (asObject(tool_input)?.run_in_background === true && value !== undefined);
  const texts = typeof value === "string" ? [value] : [asText(response?.stdout), asText(response?.stderr)];
  const savedAt = asText(response?.persistedOutputPath);
  return {
    ...(savedAt === undefined ? {} : { savedAt }),
    output: texts.filter((text) => text !== undefined && text !== "").join("\n"),
    exitCode: value === undefined || response?.returnCodeInterpretation !== undefined ? undefined : 0,
    state: isRunning ? "running" : response?.interrupted === true ? "cut-off" : "ended",
  };
}

function failedEnd(message: string, isInterrupt: boolean): ShellEnd {
  const first = message.slice(0, 300);
  const code = /^\s*(?:Error: )?(?:Command failed with )?exit(?:ed with)? (?:code|status):? (\d{1,3})\b/i
    .exec(first);
  const isTimedOut = /^(?:[^\n]*\n)?\s*Command timed out after/.test(first) ||
    /Command timed out after [\d.]+ ?m?s?\w*\s*$/.test(message.slice(-200));
  return {
    output: code === null ? message : message.slice(code[0].length).replace(/^\r?\n/, ""),
    exitCode: code === null ? undefined : Number(code[1]),
    state: isInterrupt || isTimedOut ? "cut-off" : "ended",
  };
}

/** The end of a call of the shell, as far as the client tells it. */
export interface ShellEnd {
  /** Both streams. */
  readonly output: string;
  /** `undefined` when nobody said. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted or out of time. */
  readonly state: "ended" | "running" | "cut-off";
  /** The file that holds the whole output, where it is too long: `output` is its beginning then. */
  readonly savedAt?: string;
}

/** The beginnings of results of calls that never ran: refused by the user, a rule or a hook, or not even valid. */
const REFUSALS: readonly string[] = [
  "<tool_use_error>",
  "The user doesn't want to ",
  "[Request interrupted by user",
  "PreToolUse:",
  "Claude requested permissions to ",
  "Permission to use ",
  "Permission for this action has been denied",
  "The user rejected permission to use this specific tool call",
  "[Operation Cancelled]",
  "exec command rejected by user",
  "patch rejected by user",
];

/** True for the error of a call that somebody refused, so that it never ran: no failure of its own. Total. */
export function isRefusal(error: string): boolean {
  return REFUSALS.some((refusal) => error.startsWith(refusal));
}

/** The first lines of a shell's answer name its exit code since this version; before, a failure may have none. */
const CODES_SINCE = [2, 1];

/**
 * True when a call whose result is this error ran: for one that did not, the client fires no hook after it. The shell's
 * errors begin with its exit code, so that whatever else a hook or a rule says of a call of it is a refusal.
 */
export function didRun(toolName: string, message: string, version: string | undefined): boolean {
  if (isRefusal(message)) return false;
  if (toolName !== "Bash" || message.startsWith("Exit code ") || !isSince(version, CODES_SINCE)) return true;
  return message.startsWith("Command ") || message.includes("timed out");
}

function isSince(version: string | undefined, [major = 0, minor = 0]: readonly number[]): boolean {
  const [, ownMajor, ownMinor] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  if (ownMajor === undefined) return false;
  return Number(ownMajor) > major || (Number(ownMajor) === major && Number(ownMinor) >= minor);
}

/**
 * The id that a tool of ours gave back. The client hands on a result as the JSON text of its structured content, as a
 * list of blocks, or as an object. Total: `undefined` where there is none.
 */
export function ownResultId(result: ToolResult | undefined): string | undefined {
  if (result?.kind !== "response") return undefined;
  return idIn(result.value);
}

function idIn(value: unknown): string | undefined {
  if (typeof value === "string") {
    const inside = parseJson(value);
    return typeof inside === "string" ? undefined : idIn(inside);
  }
  if (Array.isArray(value)) {
    for (const block of value) {
      const id = idIn(asText(asObject(block)?.text) ?? null);
      if (id !== undefined) return id;
    }
    return undefined;
  }
  const object = asObject(value);
  if (object === undefined) return undefined;
  return asText(object.id) ?? idIn(object.structuredContent ?? object.content ?? null);
}
