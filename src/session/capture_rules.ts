import { QUESTION_TOOL } from "../base/conversation.ts";
import { toolWork } from "../shell/tools.ts";

export type Priority = "high" | "normal" | "low";

/** Tells whether a tool call is not captured: on the skip list, or a call to mneme itself (what it says is no work). */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return toolWork(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** Tells of a question to the user: what is answered is kept, unless the tool is on the user's own skip list. */
export function isKeptQuestion(toolName: string, skipTools: readonly string[]): boolean {
  return toolName === QUESTION_TOOL && !skipTools.includes(toolName);
}

/** `mcp__mneme__…`, and `mcp__plugin_<plugin>_mneme__…` when it came with a plugin. */
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
