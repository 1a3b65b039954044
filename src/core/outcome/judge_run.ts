import type { Run } from "./find_runs.ts";
import type { Outcome, OutcomeResult } from "./outcome.ts";
import type { Evidence } from "./summary.ts";

/** What is known of a run, as it is kept. */
export function outcomeOf({ kind, command }: Run, result: OutcomeResult, evidence: Evidence): Outcome {
  return {
    kind,
    command,
    result,
    ...(kind === "tests" && evidence.passed !== undefined ? { passed: evidence.passed } : {}),
    ...(kind === "tests" && evidence.failed !== undefined ? { failed: evidence.failed } : {}),
    ...(result === "fail" && evidence.firstFailure !== undefined
      ? { firstFailure: evidence.firstFailure }
      : {}),
  };
}

/** The run's own exit code, as far as the line's tells it. */
export function codeOf({ fate }: Run, lineCode: number | undefined): number | undefined {
  if (lineCode === 0) return fate.zeroTells ? 0 : undefined;
  return fate.failureTells === "surely" ? lineCode : undefined;
}

/** Out of time, interrupted, killed: by `timeout` or by a signal. */
export function isKilled(code: number | undefined): boolean {
  return code === 124 || code === 130 || code === 137 || code === 143;
}

/** What a summary and the run's exit code say together; `undefined` where the summary says nothing. */
export function summedUp(
  run: Run,
  evidence: Evidence,
  code: number | undefined,
): OutcomeResult | undefined {
  switch (evidence.verdict) {
    case "fail":
      return code === 0 && !outweighs(run, evidence) ? "pass" : "fail";
    case "none":
      return "unknown";
    case "pass":
      return code === 0 || code === undefined ? "pass" : "fail";
    default:
      return undefined;
  }
}

/** Whether a failure in the output counts more than the exit code 0: a count does, or all there is to go by. */
function outweighs({ kind, format }: Run, { passed, failed, isSummary }: Evidence): boolean {
  if (kind === "builds") return false;
  if ((failed ?? 0) > 0) return true;
  return isSummary && passed === undefined && (format === undefined || format === "make");
}
