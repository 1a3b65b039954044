// The outcome of a test run or build, as hooks store and show it.
import type { OutcomeMatcher } from "../base/settings.ts";
import type { OutcomeKnown } from "../base/writes.ts";

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly result: OutcomeResult;
  /** The tests in the runner's summary, if it has one. */
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly firstFailure?: string | undefined;
  readonly command: string;
}

export type OutcomeKind = "tests" | "builds";
export type OutcomeResult = "pass" | "fail" | "unknown";

export interface ShellRun {
  readonly command: string;
  readonly output: string;
  /** The exit code of the whole line, if it is known. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted, killed or out of time. */
  readonly state: "ended" | "running" | "cut-off";
  readonly lacksEnd?: boolean; // the client has cut the end off, and its file with the whole is gone
  readonly matchers?: readonly OutcomeMatcher[];
}

export type KeptOutcome = ReturnType<typeof keptOutcome>;

/** Returns the part that is stored with the capture. */
export function keptOutcome(outcome: Outcome) {
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome) };
}

export function outcomeLabel(outcome: Pick<Outcome, "kind" | "result">): string {
  return `${outcome.kind}:${outcome.result}`;
}

export function outcomeDetails(
  { passed, failed, firstFailure }: Pick<Outcome, "passed" | "failed" | "firstFailure">,
): Record<string, unknown> | undefined {
  if (passed === undefined && failed === undefined && firstFailure === undefined) return undefined;
  return { passed, failed, first_failure: firstFailure };
}

export interface RunEnd extends Pick<Outcome, "passed" | "failed" | "firstFailure"> {
  readonly result: OutcomeKnown["result"];
}

/** Makes the record of a background run's end. Clean its `firstFailure` before. */
export function outcomeKnown(
  ended: RunEnd,
  run: Pick<OutcomeKnown, "session" | "at" | "toolUseId">,
): OutcomeKnown {
  const details = outcomeDetails(ended);
  const text = details === undefined ? null : JSON.stringify(details);
  return { kind: "outcome-known", ...run, result: ended.result, details: text };
}
