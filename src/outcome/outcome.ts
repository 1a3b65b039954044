import type { OutcomeMatcher } from "../base/settings.ts";
import type { OutcomeKnown } from "../base/writes.ts";

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly result: OutcomeResult;
  /** The numbers of tests in the runner's summary; absent if it has none. */
  readonly passed?: number;
  readonly failed?: number;
  /** The first failing test, or the first error of a build. */
  readonly firstFailure?: string;
  /** The words of the run in the shell line, without quotes. */
  readonly command: string;
}

export type OutcomeKind = "tests" | "builds";
export type OutcomeResult = "pass" | "fail" | "unknown";

export interface ShellRun {
  readonly command: string;
  readonly output: string;
  /** The exit code of the whole line; `undefined` if it is not known. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted, killed or out of time. */
  readonly state: "ended" | "running" | "cut-off";
  /** True if `output` is only the beginning of what was printed. */
  readonly lacksEnd?: boolean;
  /** Further commands that test or build, from the user's settings. */
  readonly matchers?: readonly OutcomeMatcher[];
}

export type KeptOutcome = ReturnType<typeof keptOutcome>;

/** Returns the part of an outcome that is stored with the capture of the call. */
export function keptOutcome(outcome: Outcome) {
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome) };
}

/** Returns the kind and the result: `tests:fail`. */
export function outcomeLabel(outcome: Pick<Outcome, "kind" | "result">): string {
  return `${outcome.kind}:${outcome.result}`;
}

/** Returns counts and the first failure; `undefined` if nothing is known. */
export function outcomeDetails(
  { passed, failed, firstFailure }: Pick<Outcome, "passed" | "failed" | "firstFailure">,
): Record<string, unknown> | undefined {
  if (passed === undefined && failed === undefined && firstFailure === undefined) return undefined;
  return { passed, failed, first_failure: firstFailure };
}

export interface RunEnd extends Pick<Outcome, "passed" | "failed" | "firstFailure"> {
  readonly result: OutcomeKnown["result"];
}

/** Makes the record of a background run's end. Its first failure must be free of secrets. */
export function outcomeKnown(
  ended: RunEnd,
  run: Pick<OutcomeKnown, "session" | "at" | "toolUseId">,
): OutcomeKnown {
  const details = outcomeDetails(ended);
  const text = details === undefined ? null : JSON.stringify(details);
  return { kind: "outcome-known", ...run, result: ended.result, details: text };
}
