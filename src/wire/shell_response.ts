import { asObject, asText } from "./fields.ts";

/** How a call of the shell ended, as far as the client says. */
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

/** Total: of a call that did not fail. */
export function decodeShellResponse(toolInput: unknown, value: unknown): ShellEnd {
  const response = asObject(value);
  const isRunning = asText(response?.backgroundTaskId) !== undefined ||
    (asObject(toolInput)?.run_in_background === true && value !== undefined);
  const texts = typeof value === "string" ? [value] : [asText(response?.stdout), asText(response?.stderr)];
  const savedAt = asText(response?.persistedOutputPath);
  return {
    ...(savedAt === undefined ? {} : { savedAt }),
    output: texts.filter((text) => text !== undefined && text !== "").join("\n"),
    exitCode: value === undefined || response?.returnCodeInterpretation !== undefined ? undefined : 0,
    state: isRunning ? "running" : response?.interrupted === true ? "cut-off" : "ended",
  };
}
