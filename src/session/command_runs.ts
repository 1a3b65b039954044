import { invocationsIn } from "../outcome/invocations.ts";
import { isHandy, pasteable } from "./pasteable.ts";
import type { WorkStep } from "./repair.ts";

/** A run of a command whose result is known. */
export interface CommandRun {
  /** The id of the capture of the run. */
  readonly capture: number;
  /** The command in a form that can be pasted into a shell. */
  readonly command: string;
  readonly passed: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** Returns the runs in these steps that somebody may want to repeat and whose result is known. */
export function runsIn(steps: readonly WorkStep[], project: string): CommandRun[] {
  return steps.flatMap(({ id, at, end }) => {
    if (end === undefined) return [];
    const command = pasteable(end.command, project);
    if (!isHandy(command)) return [];
    const called = invocationsIn(end, project);
    const isPassed = called.every(({ passed }) => passed === true);
    const isFailed = called.some(({ passed }) => passed === false) ||
      end.outcome?.endsWith(":fail") === true ||
      (end.isError && end.state === "ended");
    return called.length === 0 || isPassed === isFailed
      ? []
      : [{ capture: id, command, passed: isPassed, at }];
  });
}
