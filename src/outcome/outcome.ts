import type { OutcomeMatcher } from "../base/settings.ts";
import type { OutcomeKnown } from "../base/writes.ts";

/** The outcome of a test run or a build. */
export interface Outcome {
  readonly kind: OutcomeKind;
  readonly result: OutcomeResult;
  /** As the runner's own summary counts them; absent where it does not. */
  readonly passed?: number;
  readonly failed?: number;
  /** The first failing test, or the first error of a build. */
  readonly firstFailure?: string;
  /** The part of the shell line that counts, without quotes. */
  readonly command: string;
}

export type OutcomeKind = "tests" | "builds";
export type OutcomeResult = "pass" | "fail" | "unknown";

/** A call of the shell, as far as its outcome is concerned. */
export interface ShellRun {
  readonly command: string;
  /** stdout and stderr. */
  readonly output: string;
  /** The whole line's; `undefined` when it is not known. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted, killed or out of time. */
  readonly state: "ended" | "running" | "cut-off";
  /** True when `output` is only the beginning. */
  readonly lacksEnd?: boolean;
  /** The user's own commands that count. */
  readonly matchers?: readonly OutcomeMatcher[];
}

/** The part of an outcome that a capture keeps. */
export interface KeptOutcome {
  /** `tests:fail`. */
  readonly label: string;
  /** Counts and the first failure; `undefined` where nothing is known. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

export function keptOutcome(outcome: Outcome): KeptOutcome {
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome) };
}

/** As `pending_queue.outcome` keeps it: `tests:fail`. */
export function outcomeLabel(outcome: Pick<Outcome, "kind" | "result">): string {
  return `${outcome.kind}:${outcome.result}`;
}

/** Returns the part that a capture keeps beside the label; `undefined` where nothing is known. */
export function outcomeDetails(
  { passed, failed, firstFailure }: Pick<Outcome, "passed" | "failed" | "firstFailure">,
): Record<string, unknown> | undefined {
  if (passed === undefined && failed === undefined && firstFailure === undefined) return undefined;
  return { passed, failed, first_failure: firstFailure };
}

/** The known end of a run, without its command. */
export interface RunEnd extends Pick<Outcome, "passed" | "failed" | "firstFailure"> {
  readonly result: OutcomeKnown["result"];
}

/** Makes the record of a background run's end; its first failure must be clean. */
export function outcomeKnown(
  ended: RunEnd,
  run: Pick<OutcomeKnown, "session" | "at" | "toolUseId">,
): OutcomeKnown {
  const details = outcomeDetails(ended);
  const text = details === undefined ? null : JSON.stringify(details);
  return { kind: "outcome-known", ...run, result: ended.result, details: text };
}
