// Decodes results of tools: if a call ran, how a shell call ended, and the ids that a tool of mneme gave.
import { asObject, asText, asTexts, parseJson, type WireObject } from "../base/json.ts";
import refusals from "./refusals.json" with { type: "json" };

const { gemini, ...others } = refusals;
const beginning = (openings: readonly string[]) => new RegExp(`^(?:${openings.join("|")})`);
/** Matches the first words of errors of calls that were not executed: refused or invalid. */
const REFUSAL = beginning(Object.values(others).flat());
/** Matches the first words of such errors of Gemini CLI: kept apart, as errors of any MCP server may begin so. */
export const GEMINI_REFUSAL = beginning(gemini);

/** Returns true for the error of a refused or invalid call. Some clients send no such error to hooks. */
export const isRefusal = (error: string): boolean => REFUSAL.test(error);

/**
 * Decodes how a shell call ended. `error` begins with the exit code, if known. Without `error`, it is `exitCode` or
 * 0; unknown without a response, or with `returnCodeInterpretation`, which gives its meaning instead. Never throws.
 */
export function decodeShellEnd({ tool_input, tool_response, error, is_interrupt }: WireObject) {
  if (typeof error === "string") return failedEnd(error, is_interrupt === true);
  const response = asObject(tool_response);
  const { returnCodeInterpretation: meaning, exitCode = 0 } = response ?? {};
  const isRunning = asText(response?.backgroundTaskId) !== undefined ||
    (asObject(tool_input)?.run_in_background === true && tool_response !== undefined);
  const texts = typeof tool_response === "string" ? [tool_response] : [response?.stdout, response?.stderr];
  return {
    savedAt: asText(response?.persistedOutputPath), // the whole output, if `output` is only its beginning
    output: asTexts(texts).filter(Boolean).join("\n"),
    exitCode: tool_response === undefined || meaning !== undefined ? undefined : Number(exitCode),
    state: isRunning ? "running" : response?.interrupted === true ? "cut-off" : "ended",
  } as const;
}

function failedEnd(message: string, isInterrupt: boolean) {
  const first = message.slice(0, 300); // the exit code begins it
  const code = /^\s*(?:Error: )?(?:Command failed with )?exit(?:ed with)? (?:code|status):? (-?\d+)\b/i
    .exec(first);
  const isTimedOut = /^(?:[^\n]*\n)?\s*Command timed out after/.test(first) ||
    /Command (?:timed out after [\d.]+ ?m?s?\w*|killed by timeout \(\w+\))\s*$/.test(message.slice(-200));
  return {
    savedAt: undefined,
    output: code === null ? message : message.slice(code[0].length).replace(/^\r?\n/, ""),
    exitCode: code === null ? undefined : Number(code[1]),
    state: isInterrupt || isTimedOut ? "cut-off" : "ended",
  } as const;
}

const CODES_SINCE = 2.1; // since this version of Claude Code, shell errors begin with the exit code, except timeouts

/** Returns true if the call was executed: no person, hook or rule refused it, and it was valid. */
export function didRun(toolName: string, message: string, version: string | undefined): boolean {
  if (isRefusal(message)) return false;
  if (toolName !== "Bash" || message.startsWith("Exit code ")) return true;
  const isOlder = !(Number.parseFloat(version ?? "") >= CODES_SINCE); // or unknown
  return isOlder || message.startsWith("Command ") || message.includes("timed out");
}

/** Returns the ids in a result of mneme's MCP tools, for `onOwnCall`. Never throws. */
export function ownIdsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    const inside = parseJson(value);
    return typeof inside === "string" ? [] : ownIdsIn(inside);
  }
  if (Array.isArray(value)) {
    return value.flatMap((block) => asText(asObject(block)?.id) ?? ownIdsIn(asText(asObject(block)?.text)));
  }
  const object = asObject(value);
  if (object === undefined) return [];
  const id = asText(object.id);
  return id ? [id] : ownIdsIn(object.structuredContent ?? object.content ?? object.saved);
}
