import { commandPriority } from "../core/capture_priority.ts";
import type { Priority } from "../core/capture_rules.ts";
import { mayCount } from "../core/outcome/may_count.ts";
import type { CapturedOutcome, CleanShellCall } from "./capture_outcome.ts";
import type { HookContext } from "./context.ts";

/** What is known of a call of the shell. */
export interface JudgedShell {
  readonly priority: Priority;
  /** Of a test run or a build. */
  readonly outcome: CapturedOutcome | undefined;
}

/** Judges a call of which the texts are clean already: names of tests are kept, too. */
export async function judgeShell(call: CleanShellCall, context: HookContext): Promise<JudgedShell> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  const priority = await commandPriority(call.command);
  if (priority === "low" || !enabled || !mayCount(call.command, matchers)) {
    return { priority, outcome: undefined };
  }
  const { captureOutcome } = await import("./capture_outcome.ts"); // much code, for few calls
  const readSaved = async (path: string) => {
    const { openPart } = await import("./open_part.ts");
    return openPart(await (await context.services()).readSavedOutput(path));
  };
  return { priority, outcome: await captureOutcome(call, matchers, readSaved) };
}
