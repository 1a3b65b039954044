/** `warn`: it works, and somebody should know. `fail`: something does not work; the command ends with status 1. */
export type Level = "ok" | "warn" | "fail";

/** What a check says. Text and JSON are printed from the same findings. */
export interface Finding {
  /** The group that it belongs to, one word: `spool`. */
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** A command that runs or a step to take; absent where nothing needs to be done. */
  readonly fix?: string;
  /** What `--fix` does about it: returns a sentence, or `undefined` when there was nothing left to do. */
  readonly repair?: () => string | undefined;
}

export interface Remedy {
  readonly fix: string;
  readonly repair?: () => string | undefined;
}

/** Nothing to do. */
export function ok(check: string, text: string): Finding {
  return { check, level: "ok", text };
}

/** Something to know. */
export function warn(check: string, text: string, remedy: Remedy): Finding {
  return { check, level: "warn", text, ...remedy };
}

/** Something to repair. */
export function fail(check: string, text: string, remedy: Remedy): Finding {
  return { check, level: "fail", text, ...remedy };
}
