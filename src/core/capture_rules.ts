export type Priority = "high" | "normal" | "low";

/** Calls of these say nothing about the work; `capture.skip_tools` adds to them. */
const SKIPPED_TOOLS: ReadonlySet<string> = new Set([
  "ListMcpResourcesTool",
  "SlashCommand",
  "Skill",
  "TodoWrite",
  "AskUserQuestion",
]);

const CHANGING_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

const READING_TOOLS: ReadonlySet<string> = new Set([
  "Read",
  "Glob",
  "Grep",
  "LS",
  "NotebookRead",
  "TodoRead",
  "TaskGet",
  "TaskList",
  "ToolSearch",
  "BashOutput",
  "TaskOutput",
  "KillShell",
  "TaskStop",
  "EnterPlanMode",
  "ReadMcpResourceTool",
]);

/** Whether a tool call is not captured: on the skip list, or a call to mneme itself (what it says is no work). */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return SKIPPED_TOOLS.has(toolName) || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** `mcp__mneme__…`, and `mcp__plugin_<plugin>_mneme__…` when it came with a plugin. */
export function isOwnTool(toolName: string): boolean {
  if (!toolName.startsWith("mcp__")) return false;
  const server = toolName.slice("mcp__".length).split("__")[0] ?? "";
  return server === "mneme" || (server.startsWith("plugin_") && server.endsWith("_mneme"));
}

/** How soon the capture of a tool other than the shell is processed. */
export function toolPriority(toolName: string): Priority {
  if (CHANGING_TOOLS.has(toolName)) return "high";
  return READING_TOOLS.has(toolName) ? "low" : "normal";
}
