import { detectOutcome } from "../core/outcome/detect_outcome.ts";
import { type Outcome, outcomeDetails, outcomeLabel } from "../core/outcome/outcome.ts";
import type { OutcomeMatcher } from "../core/settings.ts";
import { decodeShellEnd } from "../wire/shell_call.ts";

/** What a capture keeps of a test run or a build. */
export interface CapturedOutcome {
  /** `tests:fail`. */
  readonly label: string;
  readonly details: Record<string, unknown> | undefined;
  readonly outcome: Outcome;
  /** What it printed. */
  readonly output: string;
}

/** A shell call whose texts are clean already. */
export interface CleanShellCall {
  readonly command: string;
  readonly toolInput: unknown;
  /** As a capture keeps them: `tool_response`, or `error` and `is_interrupt`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The outcome of a shell call; `undefined` when it neither tests nor builds. */
export function captureOutcome(
  { command, toolInput, fields }: CleanShellCall,
  matchers: readonly OutcomeMatcher[],
): CapturedOutcome | undefined {
  const end = decodeShellEnd(toolInput, fields);
  const outcome = detectOutcome({ command, ...end, matchers });
  if (outcome === undefined) return undefined;
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome), outcome, output: end.output };
}
