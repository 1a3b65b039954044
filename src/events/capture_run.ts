import { outcomeDetails, outcomeLabel } from "../core/outcome/outcome.ts";
import { readUsualPass } from "../core/outcome/usual/usual_pass.ts";
import { usualRun } from "../core/outcome/usual/usual_run.ts";
import { lacksEnd, viewOutput } from "../core/outcome/view.ts";
import { decodeShellResponse } from "../wire/shell_response.ts";
import type { CapturedOutcome, CleanShellCall } from "./capture_outcome.ts";

export { recordRun } from "./record_run.ts"; // in one chunk with what each run needs

/**
 * The outcome of a shell call that is one of the usual test runs with the usual summary at its end; `undefined` where
 * `captureOutcome` has to look. A run of which all passed is known by the least code.
 */
export async function captureRun(call: CleanShellCall): Promise<CapturedOutcome | undefined> {
  const passed = capturePass(call);
  if (passed !== undefined || usualRun(call.command) === undefined) return passed;
  const { captureUsual } = await import("./capture_usual.ts");
  return captureUsual(call);
}

/** The outcome of a usual run of which a plain summary says that all passed; what `captureUsual` finds is the same. */
export function capturePass({ command, toolInput, fields }: CleanShellCall): CapturedOutcome | undefined {
  const run = usualRun(command);
  if (run === undefined || fields.error !== undefined) return undefined;
  const { state, output, savedAt } = decodeShellResponse(toolInput, fields.tool_response);
  const passed = state === "ended" && savedAt === undefined && !lacksEnd(output)
    ? readUsualPass(run, viewOutput(output))
    : undefined;
  if (passed === undefined) return undefined;
  const outcome = { kind: run.kind, command: run.command, result: "pass", passed, failed: 0 } as const;
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome), outcome, output };
}
