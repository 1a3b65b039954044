import { asObject, asText } from "./fields.ts";

/** How a call of the shell ended, as far as the client says. */
export interface ShellEnd {
  /** Both streams. */
  readonly output: string;
  /** `undefined` when nobody said. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted or out of time. */
  readonly state: "ended" | "running" | "cut-off";
}

/** Total: of a call that did not fail. */
export function decodeShellResponse(toolInput: unknown, value: unknown): ShellEnd {
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
