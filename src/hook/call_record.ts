// Makes the record of a tool call, for the hook post-tool-use and for a replay of transcripts.
import { cutJson } from "../base/cut.ts";
import type { ToolCaptured } from "../base/writes.ts";
import type { HookContext } from "./context.ts";
import { mainTreePath, storedPath } from "../machine/project.ts";
import type { KeptOutcome } from "../outcome/outcome.ts";
import { namedFiles, type ToolUseEvent } from "../wire/events.ts";

/** The cleaned parts of a call: `tool_input`, then `tool_response`, or `error` and `is_interrupt`. */
export type KeptFields = Readonly<Record<string, unknown>>;

/** A call as a hook or an old transcript tells it, with its cleaned parts; `recordOfCall` makes a record of it. */
export interface EndedCall extends Omit<ToolCaptured, "kind" | "filesTouched" | "outcome" | "payload"> {
  /** The input as the client sent it, not cleaned; the paths of files are read from it. */
  readonly toolInput: unknown;
  readonly kept: KeptFields;
  readonly outcome: KeptOutcome | undefined;
  readonly written?: readonly string[]; // the files that a shell call changed, as the client tells
  /** The size in bytes of what the client sent, if that was too large: then `kept` has only parts of it. */
  readonly bytes: number | undefined;
}

export function recordOfCall(
  { toolInput, kept, outcome, written = [], bytes, ...call }: EndedCall,
  { cleanText, maxBytes }: { readonly cleanText: (text: string) => string; readonly maxBytes: number },
): ToolCaptured {
  const files = [...namedFiles(toolInput), ...written].map((file) => storedPath(file, call.session.cwd));
  const payload = { ...kept, outcome: outcome?.details, project_dir: call.session.project, bytes };
  return {
    kind: "tool-captured",
    ...call,
    filesTouched: files.map((file) => cleanText(mainTreePath(file))),
    outcome: outcome?.label ?? null,
    payload: cutJson(payload, maxBytes),
  };
}

export function recordOfEvent(
  event: ToolUseEvent,
  judged: Pick<EndedCall, "kept" | "outcome" | "priority" | "written">,
  context: HookContext,
): ToolCaptured {
  const { toolUseId = null, agentType = null, promptId = null, toolName, toolInput, oversizeBytes: bytes } =
    event;
  const { session, at, owner: { agentId }, cleaner, settings: { capture } } = context;
  const call = { ...judged, session, at, agentId, toolUseId, agentType, promptId, toolName, toolInput };
  return recordOfCall({ ...call, bytes }, { ...cleaner, maxBytes: capture.max_field_bytes });
}
