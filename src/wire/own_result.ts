import { asObject, asText } from "./fields.ts";
import type { ToolResult } from "./tool_use.ts";

/**
 * The id that a tool of ours gave back. The client hands on a result as the JSON text of its structured content, as a
 * list of blocks, or as an object. Total: `undefined` where there is none.
 */
export function ownResultId(result: ToolResult | undefined): string | undefined {
  if (result?.kind !== "response") return undefined;
  return idIn(result.value);
}

function idIn(value: unknown): string | undefined {
  if (typeof value === "string") return idIn(parsed(value));
  if (Array.isArray(value)) {
    for (const block of value) {
      const id = idIn(asText(asObject(block)?.text) ?? null);
      if (id !== undefined) return id;
    }
    return undefined;
  }
  const object = asObject(value);
  if (object === undefined) return undefined;
  return asText(object.id) ?? idIn(object.structuredContent ?? object.content ?? null);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? null : value;
  } catch {
    return null;
  }
}
