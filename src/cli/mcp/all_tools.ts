import { UsageError } from "../../core/user_error.ts";
import type { Tool, ToolResult } from "./tool.ts";
import { forgetMemoryTool } from "./tools/forget_memory.ts";
import { saveMemoryTool } from "./tools/save_memory.ts";

/** Every tool, in the order in which agents see them. */
export const TOOLS: readonly Tool[] = [saveMemoryTool, forgetMemoryTool];

/** Runs the tool of this name; a `UserError` says what to send instead. */
export function runTool(name: string, args: unknown): ToolResult {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool.run(args);
  throw new UsageError(`Cannot run ${JSON.stringify(name.slice(0, 60))}: there is no such tool`, {
    hint: `there are ${TOOLS.map((candidate) => candidate.name).join(", ")}`,
  });
}
