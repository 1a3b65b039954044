/** An error that the user can fix; the command prints one line, without a stack trace. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** The next step: a command to run, or a short sentence. */
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}

/** An invalid command line. Nothing was changed. */
export class UsageError extends UserError {
  override readonly name = "UsageError";
}

/** The exit codes of `mneme`. `Failed` is also a negative answer, such as "not found". */
export const ExitCode = { Ok: 0, Failed: 1, Usage: 2 } as const;

export type ExitCode = typeof ExitCode[keyof typeof ExitCode];

export function errorLine({ message, hint }: Pick<UserError, "message" | "hint">): string {
  return hint === undefined ? message : `${message}; ${hint}`;
}

/** Returns an error's message without Windows' full stop before "(os error 5)", as more words follow. */
export function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.(?= \(os error )/, "");
}
