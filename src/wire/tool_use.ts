import { type CommonFields, decodeCommon } from "./common.ts";
import { asId, asObject, asText, type WireObject } from "./fields.ts";

/** A tool call, before (`result` is `undefined`) or after it ran. */
export interface ToolUseEvent extends CommonFields {
  readonly toolName: string;
  readonly toolUseId: string | undefined;
  readonly toolInput: unknown;
  readonly result: ToolResult | undefined;
  /** Size of a payload that was too large to keep, in bytes. */
  readonly oversizeBytes: number | undefined;
}

export type ToolResult =
  | { readonly kind: "response"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly isInterrupt: boolean };

/** Total: PreToolUse, PostToolUse and PostToolUseFailure. A call without a usable name is named `unknown`. */
export function decodeToolUse(payload: WireObject): ToolUseEvent {
  return {
    ...decodeCommon(payload),
    toolName: asId(payload.tool_name) ?? "unknown",
    toolUseId: asId(payload.tool_use_id),
    toolInput: payload.tool_input ?? null,
    result: decodeResult(payload),
    oversizeBytes: typeof payload.oversize_bytes === "number" ? payload.oversize_bytes : undefined,
  };
}

function decodeResult(payload: WireObject): ToolResult | undefined {
  const isFailure = payload.hook_event_name === "PostToolUseFailure" ||
    (payload.error !== undefined && payload.tool_response === undefined);
  if (isFailure) {
    const error = payload.error ?? payload.tool_response;
    const message = typeof error === "string" ? error : JSON.stringify(error) ?? "";
    return { kind: "error", message, isInterrupt: payload.is_interrupt === true };
  }
  return payload.tool_response === undefined ? undefined : { kind: "response", value: payload.tool_response };
}

/** What a capture keeps of a tool call: its input and what came of it. */
export function keptOf({ toolInput, result }: ToolUseEvent): readonly unknown[] {
  return [toolInput, result?.kind === "error" ? result.message : result?.value];
}

/** The file that a tool call names, as sent; `undefined` for tools that name none. */
export function namedFile(toolInput: unknown): string | undefined {
  const input = asObject(toolInput);
  return asText(input?.file_path) ?? asText(input?.notebook_path);
}
