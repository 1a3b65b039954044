import { cutJson } from "../base/cut.ts";
import type { ToolCaptured } from "../base/writes.ts";
import { systemPath } from "../machine/project.ts";
import type { KeptOutcome } from "../outcome/outcome.ts";
import { namedFiles } from "../wire/events.ts";

/** The cleaned parts of a call that are kept: `tool_input`, then `tool_response`, or `error` and `is_interrupt`. */
export type KeptFields = Readonly<Record<string, unknown>>;

/** A tool call that has ended, as a hook's payload or a transcript tells it. */
export interface EndedCall extends Omit<ToolCaptured, "kind" | "filesTouched" | "outcome" | "payload"> {
  /** The input as the client sent it, not cleaned. */
  readonly toolInput: unknown;
  readonly kept: KeptFields;
  /** The outcome of a test run or a build. */
  readonly outcome: KeptOutcome | undefined;
  /** `bytes`: the size of a field that was too large to keep. `said`: the agent's words before the call. */
  readonly further: { readonly bytes?: number; readonly said?: string };
}

/** Makes the record of a tool call, for hooks and replays alike; strings are cut to `maxBytes`. */
export function recordOfCall(
  { toolInput, kept, outcome, further, ...call }: EndedCall,
  { cleanText, maxBytes }: { readonly cleanText: (text: string) => string; readonly maxBytes: number },
): ToolCaptured {
  const details = outcome?.details === undefined ? {} : { outcome: outcome.details };
  const payload = { ...kept, ...details, project_dir: call.session.project, ...further };
  return {
    kind: "tool-captured",
    ...call,
    filesTouched: namedFiles(toolInput).map((file) => cleanText(systemPath(file))),
    outcome: outcome?.label ?? null,
    payload: cutJson(payload, maxBytes),
  };
}
