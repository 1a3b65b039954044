// The call of a shell, and the outcome of the test run or build in it, as hooks judge, store and show them.
import type { OutcomeMatcher } from "../base/settings.ts";
import type { OutcomeKnown } from "../base/writes.ts";

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly result: OutcomeResult;
  /** The tests in the runner's summary, if it has one. */
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly firstFailure?: string | undefined;
  readonly command: string; // of the run, a part of the call's line
}

export type OutcomeKind = "tests" | "builds";
export type OutcomeResult = "pass" | "fail" | "unknown"; // unknown: the run goes on, was cut off or shows neither

export interface ShellRun {
  readonly command: string;
  readonly output: string;
  /** The exit code of the whole line, if it is known. */
  readonly exitCode: number | undefined;
  /** `running`: in the background; `cut-off`: interrupted or out of time. */
  readonly state: "ended" | "running" | "cut-off";
  readonly savedAt?: string | undefined; // the path of the whole output, of which `output` may lack the end
  readonly lacksEnd?: boolean | undefined; // true if the output, or its end, could not be read
  /** Returns the ends of the file `savedAt`, without private blocks; "" if it cannot be read. */
  readonly readSaved?: (path: string) => string;
  readonly matchers?: readonly OutcomeMatcher[]; // further commands that test or build, from the settings
}

export type KeptOutcome = ReturnType<typeof keptOutcome>;

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
export function outcomeKnown(ended: RunEnd, run: Omit<OutcomeKnown, "kind" | "result" | "details">) {
  const details = JSON.stringify(outcomeDetails(ended)) ?? null;
  return { kind: "outcome-known", ...run, result: ended.result, details } as const;
}
