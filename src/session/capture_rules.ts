import { QUESTION_TOOL } from "../base/conversation.ts";
import { toolWork } from "../shell/tools.ts";

export type Priority = "high" | "normal" | "low";

/** Tells whether calls of a tool are not captured: it is on a skip list, or mneme's own. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return toolWork(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** Tells whether a tool asks the user and the answers are kept: it is not on the user's own skip list. */
export function isKeptQuestion(toolName: string, skipTools: readonly string[]): boolean {
  return toolName === QUESTION_TOOL && !skipTools.includes(toolName);
}

/** True for `mcp__mneme__…`, and for `mcp__plugin_<plugin>_mneme__…` when a plugin brings the server. */
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
