import { findRuns } from "../core/outcome/find_runs.ts";
import { loadFormats } from "../core/outcome/formats/load_formats.ts";
import { judgeRuns } from "../core/outcome/judge_runs.ts";
import { type Outcome, outcomeDetails, outcomeLabel } from "../core/outcome/outcome.ts";
import { withoutPrivateName } from "../core/outcome/private_name.ts";
import { viewOutput } from "../core/outcome/view.ts";
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

/** The open part of the output that the client has saved there; empty where it cannot be read. */
export type ReadSaved = (path: string) => Promise<string>;

/** The outcome of a shell call; `undefined` when it neither tests nor builds. */
export async function captureOutcome(
  { command, toolInput, fields }: CleanShellCall,
  matchers: readonly OutcomeMatcher[],
  readSaved: ReadSaved = () => Promise.resolve(""),
): Promise<CapturedOutcome | undefined> {
  const runs = findRuns(command, matchers);
  if (runs.length === 0) return undefined;
  const end = decodeShellEnd(toolInput, fields);
  const saved = end.savedAt === undefined ? undefined : await readSaved(end.savedAt);
  const output = saved || end.output;
  const text = viewOutput(output);
  const call = { ...end, command, output, lacksEnd: saved === "" };
  const found = judgeRuns(runs, call, { text, formats: await loadFormats(runs, text) });
  const outcome = saved === undefined ? found : withoutPrivateName(found);
  return { label: outcomeLabel(outcome), details: outcomeDetails(outcome), outcome, output: end.output };
}
