export type Fields = Readonly<Record<string, unknown>>;

/** A tool call as its capture holds it, decoded so that every field has its type. */
export interface CapturedCall {
  readonly toolName: string;
  readonly input: Fields;
  readonly response: unknown;
  /** The error; `undefined` for a call that succeeded. */
  readonly error: string | undefined;
  /** True when somebody interrupted the call. */
  readonly isInterrupt: boolean;
  /** The outcome as the queue stores it: `tests:fail`. */
  readonly outcome: string | null;
  /** Counts and the first failure of a test run. */
  readonly details: Fields;
  /** The agent's words right before the call, if a transcript tells them. */
  readonly said: string | undefined;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The project's folder: paths below it are told without it. */
  readonly project: string;
}

/** One line that says what was done, and its weight. */
export interface Step {
  readonly text: string;
  /** From 0.25 (a listing) to 3 (a failed test, a commit). */
  readonly weight: number;
}

export interface CapturedRow {
  readonly toolName: string;
  /** JSON text. */
  readonly files: string;
  readonly outcome: string | null;
  /** JSON text, which may be cut or cleared. */
  readonly payload: string;
}

/** Decodes a capture; total: an unreadable field is empty. */
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

/** Returns an object as it is, and {} for any other value. */
export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Fields : {};
}

/** Returns a list as it is, and [] for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that is not blank, else `undefined`. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // another program may have written the capture
  }
}
