import type { WireObject } from "./fields.ts";
import { decodeShellResponse, type ShellEnd } from "./shell_response.ts";

/** Total. The client has no field for the exit code: it says so in the error's first line, or by the event's kind. */
export function decodeShellEnd(toolInput: unknown, fields: WireObject): ShellEnd {
  if (typeof fields.error === "string") return failedEnd(fields.error, fields.is_interrupt === true);
  return decodeShellResponse(toolInput, fields.tool_response);
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
