/** A failure that the person at the terminal can act on; the command prints it as one line, without a stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** What to do next: a command that runs, or a short sentence. */
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
