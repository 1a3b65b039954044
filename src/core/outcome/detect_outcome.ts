import { findRuns } from "./find_runs.ts";
import { ALL_FORMATS } from "./formats/all.ts";
import { judgeRuns } from "./judge_runs.ts";
import type { Outcome, ShellRun } from "./outcome.ts";
import { viewOutput } from "./view.ts";

/**
 * What the tests or the build in a shell call came to; `undefined` when it holds neither. Of several the failed one
 * counts, tests before builds. Total: any text is a command and an output. With every format at hand; a hook loads
 * those that it needs (`capture_outcome.ts`).
 */
export function detectOutcome(call: ShellRun): Outcome | undefined {
  const runs = findRuns(call.command, call.matchers ?? []);
  return runs.length === 0
    ? undefined
    : judgeRuns(runs, call, { text: viewOutput(call.output), formats: ALL_FORMATS });
}
