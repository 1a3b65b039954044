import { withoutReason } from "./describe_call.ts";

/** A test run or a build as its observation has it. */
export interface StoryRun {
  /** `tests:fail`. */
  readonly outcome: string;
  /** The line of the observation. */
  readonly text: string;
}

/** How the runs of one kind went: "failed once, then passed: `npm test`: 41 passed"; `undefined` without any. */
export function describeRuns(runs: readonly StoryRun[], kind: "tests" | "builds"): string | undefined {
  const own = runs.filter(({ outcome }) => outcome.startsWith(`${kind}:`) && !outcome.endsWith(":unknown"));
  const last = own.at(-1);
  if (last === undefined) return undefined;
  const failures = own.filter(({ outcome }) => outcome.endsWith(":fail")).length;
  const ran = withoutReason(last.text).replace(/^Ran /, "");
  if (last.outcome.endsWith(":fail")) {
    return failures === own.length ? `still failing: ${ran}` : `failing again: ${ran}`;
  }
  if (failures === 0) return `passed${own.length > 1 ? ` ${own.length} times` : ""}: ${ran}`;
  return `failed ${failures === 1 ? "once" : `${failures} times`}, then passed: ${ran}`;
}
