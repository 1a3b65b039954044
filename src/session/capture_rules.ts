import { QUESTION_TOOL } from "../base/conversation.ts";
import { toolWork } from "../shell/tools.ts";

export type Priority = "high" | "normal" | "low";

/** Tells whether a tool call is not captured: its tool is on the skip list or is mneme's own. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return toolWork(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** Tells whether a tool asks the user: its answer is kept unless the user's own skip list names the tool. */
export function isKeptQuestion(toolName: string, skipTools: readonly string[]): boolean {
  return toolName === QUESTION_TOOL && !skipTools.includes(toolName);
}

/** Recognises `mcp__mneme__…`, and `mcp__plugin_<plugin>_mneme__…` of a plugin. */
export function isOwnTool(toolName: string): boolean {
  if (!toolName.startsWith("mcp__")) return false;
  const server = toolName.slice("mcp__".length).split("__")[0] ?? "";
  return server === "mneme" || (server.startsWith("plugin_") && server.endsWith("_mneme"));
}

/** Returns the priority of the capture of a tool other than the shell. */
export function toolPriority(toolName: string): Priority {
  const work = toolWork(toolName);
  if (work === "edit") return "high";
  return work === "look" || work === "peek" ? "low" : "normal";
}
