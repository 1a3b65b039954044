/** A failure that the person at the terminal can act on; the command prints it as one line, without a stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** The next step: a command that runs, or a short sentence. */
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}

/** The command line itself is wrong: the command did nothing. */
export class UsageError extends UserError {
  override readonly name = "UsageError";
}

/** The exit codes of the `mneme` command. Failed: it ran and the answer is no (not found, doctor has findings). */
export const ExitCode = { Ok: 0, Failed: 1, Usage: 2 } as const;

export type ExitCode = typeof ExitCode[keyof typeof ExitCode];

/** The whole line of a failure: what, why, and what to do. */
export function told({ message, hint }: UserError): string {
  return hint === undefined ? message : `${message}; ${hint}`;
}

/** Names what went wrong, whatever was thrown. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
