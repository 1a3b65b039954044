import { UsageError } from "../../core/user_error.ts";
import { surplusOf } from "./surplus.ts";
import type { Tool, ToolCall, ToolResult } from "./tool.ts";
import { assembleContextTool } from "./tools/assemble_context.ts";
import { abandonGhapTool, adoptGhapTool } from "./tools/adopt_ghap.ts";
import { forgetMemoryTool } from "./tools/forget_memory.ts";
import { getTool } from "./tools/get.ts";
import { getActiveGhapTool, listGhapTool } from "./tools/list_ghap.ts";
import { listSessionsTool } from "./tools/list_sessions.ts";
import { resolveGhapTool } from "./tools/resolve_ghap.ts";
import { saveMemoryTool } from "./tools/save_memory.ts";
import { searchTool } from "./tools/search.ts";
import { startGhapTool } from "./tools/start_ghap.ts";
import { timelineTool } from "./tools/timeline.ts";
import { updateGhapTool } from "./tools/update_ghap.ts";
import { listValuesTool, storeValueTool } from "./tools/values.ts";

/** Every tool, in the order in which agents see them. */
export const TOOLS: readonly Tool[] = [
  saveMemoryTool,
  forgetMemoryTool,
  searchTool,
  timelineTool,
  getTool,
  assembleContextTool,
  startGhapTool,
  updateGhapTool,
  resolveGhapTool,
  getActiveGhapTool,
  adoptGhapTool,
  abandonGhapTool,
  listGhapTool,
  storeValueTool,
  listValuesTool,
  listSessionsTool,
];

/** Runs the tool of this name; a `UserError` says what to send instead. */
export async function runTool(name: string, args: unknown, call: ToolCall = {}): Promise<ToolResult> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool !== undefined) {
    const surplus = surplusOf(args, tool);
    const result = await tool.run(args, call);
    return surplus.length === 0 ? result : { ...result, ignored: surplus };
  }
  throw noSuchTool(name);
}

/** Names the tools that there are. */
export function noSuchTool(name?: string): UsageError {
  const what = name === undefined
    ? "a tool without a name"
    : `${JSON.stringify(name.slice(0, 60))}: there is no such tool`;
  return new UsageError(`Cannot run ${what}`, {
    hint: `there are ${TOOLS.map((candidate) => candidate.name).join(", ")}`,
  });
}
