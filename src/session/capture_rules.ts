import { QUESTION_TOOL } from "../base/conversation.ts";
import { toolKind } from "../shell/tools.ts";

export type Priority = "high" | "normal" | "low";

/** Returns true if calls of a tool are not captured: it is on a skip list, or one of mneme's own tools. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return toolKind(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** Returns true for the tool that asks the user questions, unless the user's own skip list has it. */
export function isKeptQuestion(toolName: string, skipTools: readonly string[]): boolean {
  return toolName === QUESTION_TOOL && !skipTools.includes(toolName);
}

/** Returns true for `mcp__mneme__…`, and for `mcp__plugin_<plugin>_mneme__…` if a plugin contains the server. */
export function isOwnTool(toolName: string): boolean {
  if (!toolName.startsWith("mcp__")) return false;
  const server = toolName.slice("mcp__".length).split("__")[0] ?? "";
  return server === "mneme" || (server.startsWith("plugin_") && server.endsWith("_mneme"));
}

/** Returns the priority of the capture of a tool other than the shell. */
export function toolPriority(toolName: string): Priority {
  const work = toolKind(toolName);
  if (work === "edit") return "high";
  return work === "look" || work === "peek" ? "low" : "normal";
}
