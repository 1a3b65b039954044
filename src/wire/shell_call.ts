import { asObject, asText, type WireObject } from "./fields.ts";

/** How a call of the shell ended, as far as the client says. */
export interface ShellEnd {
  /** Both streams. */
  readonly output: string;
  /** `undefined` when nobody said. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted or out of time. */
  readonly state: "ended" | "running" | "cut-off";
}

/** Total. The client has no field for the exit code: it says so in the error's first line, or by the event's kind. */
export function decodeShellEnd(toolInput: unknown, fields: WireObject): ShellEnd {
  if (typeof fields.error === "string") return failedEnd(fields.error, fields.is_interrupt === true);
  const value = fields.tool_response;
  const response = asObject(value);
  const isRunning = asText(response?.backgroundTaskId) !== undefined ||
    (asObject(toolInput)?.run_in_background === true && value !== undefined);
  const texts = typeof value === "string" ? [value] : [asText(response?.stdout), asText(response?.stderr)];
  return {
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
