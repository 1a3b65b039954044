import { cutJson } from "../base/cut.ts";
import type { ToolCaptured } from "../base/writes.ts";
import { systemPath } from "../machine/project.ts";
import type { KeptOutcome } from "../outcome/outcome.ts";
import { namedFiles } from "../wire/events.ts";

/** The kept parts of a call, clean: `tool_input`, then `tool_response`, or `error` and `is_interrupt`. */
export type KeptFields = Readonly<Record<string, unknown>>;

/** A tool call that has ended, as a hook is told of it or a transcript has it. */
export interface EndedCall extends Omit<ToolCaptured, "kind" | "filesTouched" | "outcome" | "payload"> {
  /** As the client has it. */
  readonly toolInput: unknown;
  readonly kept: KeptFields;
  /** Of a test run or a build. */
  readonly outcome: KeptOutcome | undefined;
  /** The size of one that was too large to keep, or what the agent said before it. */
  readonly further: { readonly bytes?: number; readonly said?: string };
}

/** The record of a tool call, whoever tells of it: strings are cut to `maxBytes`. */
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
