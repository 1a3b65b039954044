// The list of tools for agents, and `mneme call`, which runs one of them from a shell.
import { parseJson } from "../../base/json.ts";
import { UsageError } from "../../base/user_error.ts";
import { Command } from "../frame/command.ts";
import { printJson } from "../frame/output.ts";
import { quoteValue } from "../frame/plain_text.ts";
import { GHAP_TOOLS } from "./ghap_tools.ts";
import { MEMORY_TOOLS, PROJECT_TOOLS } from "./memory_tools.ts";
import { SEARCH_TOOLS } from "./search_tools.ts";
import type { Tool, ToolResult } from "./tool.ts";
import type { ToolCall } from "../items/call_place.ts";

export const TOOLS: readonly Tool[] = [...MEMORY_TOOLS, ...SEARCH_TOOLS, ...GHAP_TOOLS, ...PROJECT_TOOLS];

export async function runTool(name: unknown, args: unknown, call: ToolCall = {}): Promise<ToolResult> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool !== undefined) return await tool.run(args, call);
  throw new UsageError(`Cannot run ${quoteValue(name)}: there is no such tool`, {
    hint: `there are ${TOOLS.map((candidate) => candidate.name).join(", ")}`,
  });
}

export function callCommand(): Command {
  return new Command("call")
    .argument("<tool>", TOOLS.map(({ name }) => name).join(", "))
    .argument("[json]", "its arguments as a JSON object; if they are wrong, mneme prints an example", "{}")
    .example(`mneme call save_memory '{"category":"DECISION","body":"Use pnpm for installs"}'`)
    .action(async (tool: string, json: string) => printJson(await runTool(tool, parseJson(json) ?? json)));
}
