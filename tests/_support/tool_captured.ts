import type { SessionKey, ToolCaptured } from "../../src/base/writes.ts";

/** A call as hooks write it, with what a test cares about laid over it. */
export function toolCaptured(
  call:
    & { readonly session: SessionKey; readonly at: string; readonly toolUseId: string }
    & Partial<ToolCaptured>,
): ToolCaptured {
  return {
    kind: "tool-captured",
    agentId: null,
    agentType: null,
    promptId: null,
    toolName: "Edit",
    priority: "high",
    filesTouched: [],
    outcome: null,
    payload: "{}",
    ...call,
  };
}

/** The same for an edit of a file. */
export function editCaptured(
  call: {
    readonly session: SessionKey;
    readonly at: string;
    readonly toolUseId: string;
    readonly file: string;
  },
): ToolCaptured {
  const { file, ...own } = call;
  const toolInput = { file_path: file, old_string: "a", new_string: "b" };
  return toolCaptured({ ...own, filesTouched: [file], payload: JSON.stringify({ tool_input: toolInput }) });
}
