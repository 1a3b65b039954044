/** An error as the user reads it: one line, without a stack trace. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** The next step: a command to run, or a short sentence. */
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}

/** Unusable arguments of a command or a tool, or an unusable field of the page. Throw it before anything is changed. */
export class UsageError extends UserError {
  override readonly name = "UsageError";
}

/** The exit codes of `mneme`. `Failed` also says that an id does not exist; a search that finds nothing is `Ok`. */
export const ExitCode = { Ok: 0, Failed: 1, Usage: 2 } as const;

export function errorLine({ message, hint }: Pick<UserError, "message" | "hint">): string {
  return hint === undefined ? message : `${message}; ${hint}`;
}

/** Returns an error's message, without the full stop that Windows puts before "(os error 5)". */
export function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.(?= \(os error )/, "");
}
