export type Fields = Readonly<Record<string, unknown>>;

/** A tool call as its capture has it; whatever the tool sent, in a form that cannot be wrong. */
export interface CapturedCall {
  readonly toolName: string;
  readonly input: Fields;
  readonly response: unknown;
  /** The error; `undefined` for a call that did its work. */
  readonly error: string | undefined;
  /** Somebody stopped it. */
  readonly isInterrupt: boolean;
  /** As the queue keeps it: `tests:fail`. */
  readonly outcome: string | null;
  /** Counts and the first failure of a test run. */
  readonly details: Fields;
  /** The agent's words right before, where a transcript tells them. */
  readonly said: string | undefined;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Paths below it are told without it. */
  readonly project: string;
}

/** One line of what was done, and how much it tells. */
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

/** Total: what cannot be read is empty. */
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

/** The object; an empty one for anything else. */
export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Fields : {};
}

/** The list; an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, where it is one and says something. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a capture that somebody else wrote
  }
}
