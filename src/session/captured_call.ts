export type Fields = Readonly<Record<string, unknown>>;

/** A tool call as its capture has it, with checked types, whatever the tool sent. */
export interface CapturedCall {
  readonly toolName: string;
  readonly input: Fields;
  readonly response: unknown;
  /** The error; `undefined` for a successful call. */
  readonly error: string | undefined;
  /** True when somebody stopped it. */
  readonly isInterrupt: boolean;
  /** As the queue keeps it: `tests:fail`. */
  readonly outcome: string | null;
  /** Counts and the first failure of a test run. */
  readonly details: Fields;
  /** The agent's words right before, where a transcript tells them. */
  readonly said: string | undefined;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The project's folder, without which paths below it are told. */
  readonly project: string;
}

/** A line that tells what was done, and its weight. */
export interface Step {
  readonly text: string;
  /** From 0.25 (looked around) to 3 (changed a file, broke a test). */
  readonly weight: number;
}

export interface CapturedRow {
  readonly toolName: string;
  /** JSON text. */
  readonly files: string;
  readonly outcome: string | null;
  /** JSON text, which may have been cut or cleared. */
  readonly payload: string;
}

/** Decodes the row of a capture. Never throws: parts that cannot be read are empty. */
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
