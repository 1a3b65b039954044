export type Fields = Readonly<Record<string, unknown>>;

/** A tool call decoded from its capture, with checked types. */
export interface CapturedCall {
  readonly toolName: string;
  readonly input: Fields;
  readonly response: unknown;
  /** The error; `undefined` for a successful call. */
  readonly error: string | undefined;
  /** True if the user interrupted the call. */
  readonly isInterrupt: boolean;
  /** The outcome as it is stored: `tests:fail`. */
  readonly outcome: string | null;
  /** Counts and the first failure of a test run. */
  readonly details: Fields;
  /** The agent's text right before the call; only for calls read from a transcript. */
  readonly said: string | undefined;
  /** The absolute paths of the files that the call names. */
  readonly files: readonly string[];
  /** The project's folder. Paths below it are printed relative to it. */
  readonly project: string;
}

/** A line that describes a call, and its weight. */
export interface Step {
  readonly text: string;
  /** From 0.25 (looked around) to 3 (committed, broke a test); up to 0.5 more with the agent's reason. */
  readonly weight: number;
}

export interface CapturedRow {
  readonly toolName: string;
  /** A list of paths, as JSON. */
  readonly files: string;
  readonly outcome: string | null;
  /** The input and the response, as JSON; the text may have been cut or cleared. */
  readonly payload: string;
}

/** Decodes the row of a capture. Never throws: parts that cannot be decoded are empty. */
export function decodeCall({ toolName, files, outcome, payload }: CapturedRow): CapturedCall {
  const fields = asFields(parse(payload));
  return {
    toolName,
    input: asFields(fields.tool_input),
    response: fields.tool_response,
    error: typeof fields.error === "string" ? fields.error : undefined,
    isInterrupt: fields.is_interrupt === true,
    outcome,
    details: asFields(fields.outcome),
    said: asText(fields.said),
    files: asList(parse(files)).filter((file) => typeof file === "string"),
    project: asText(fields.project_dir) ?? "",
  };
}

/** Returns an object as it is, and an empty one for anything else. */
export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Fields : {};
}

/** Returns a list as it is, and an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that is not blank, and `undefined` for anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // cut, or written by another program
  }
}
