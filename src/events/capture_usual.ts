import { outcomeDetails, outcomeLabel } from "../core/outcome/outcome.ts";
import { codeOf, isKilled, outcomeOf, summedUp } from "../core/outcome/judge_run.ts";
import { usualRun } from "../core/outcome/usual/usual_run.ts";
import { readUsualSummary } from "../core/outcome/usual/usual_summary.ts";
import { lacksEnd, viewOutput } from "../core/outcome/view.ts";
import { decodeShellEnd } from "../wire/shell_call.ts";
import type { CapturedOutcome, CleanShellCall } from "./capture_outcome.ts";

/**
 * The outcome of a shell call that is one of the usual test runs with the usual summary at its end; `undefined` where
 * `captureOutcome` has to look. What both find is the same.
 */
export function captureUsual(
  { command, toolInput, fields }: CleanShellCall,
): CapturedOutcome | undefined {
  const run = usualRun(command);
  if (run === undefined) return undefined;
  const end = decodeShellEnd(toolInput, fields);
  if (end.state !== "ended" || end.savedAt !== undefined || lacksEnd(end.output)) return undefined;
  const text = viewOutput(end.output);
  const evidence = readUsualSummary(run, text, end.exitCode);
  if (evidence === undefined) return undefined;
  const code = codeOf(run, end.exitCode);
  const result = isKilled(code ?? end.exitCode) ? "unknown" : summedUp(run, evidence, code);
  if (result === undefined) return undefined;
  const outcome = outcomeOf(run, result, evidence);
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome), outcome, output: end.output };
}
