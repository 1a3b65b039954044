// The tools of Claude Code by kind, which decides if and with which priority a call is captured.
import { QUESTION_TOOL } from "../base/conversation.ts";

/** `read` reads files or the client's state, or controls the client. `skip` is never captured, as it does no work. */
type ToolKind = "shell" | "edit" | "read" | "skip";

const TOOLS: Readonly<Record<ToolKind, string>> = {
  shell: "Bash PowerShell",
  edit: "Write Edit MultiEdit NotebookEdit",
  read:
    "Read Grep Glob LS NotebookRead TodoRead TaskGet TaskList ToolSearch BashOutput TaskOutput KillShell TaskStop " +
    "EnterPlanMode ReadMcpResourceTool",
  skip: `ListMcpResourcesTool SlashCommand Skill TodoWrite ${QUESTION_TOOL}`,
};

const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  (Object.keys(TOOLS) as ToolKind[]).flatMap((kind) => TOOLS[kind].split(" ").map((name) => [name, kind])),
);

export const isShellTool = (name: string): boolean => KINDS.get(name) === "shell";

export const isEditTool = (name: string): boolean => KINDS.get(name) === "edit";

/** A captured call's priority. `high`: edits, and commands that do more than read; `low`: reading; `normal`: others. */
export type Priority = "high" | "normal" | "low";

/** Returns true for the kind `skip`, the user's `skipTools` and mneme's own tools, whose calls are not captured. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return KINDS.get(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** Returns true for the tool that asks the user, unless the settings skip it. Only its answers are recorded. */
export function isKeptQuestion(toolName: string, skipTools: readonly string[]): boolean {
  return toolName === QUESTION_TOOL && !skipTools.includes(toolName);
}

/** Returns true for `mcp__mneme__…` and for `mcp__plugin_<plugin>_mneme__…`, the name within a plugin. */
export function isOwnTool(toolName: string): boolean {
  if (!toolName.startsWith("mcp__")) return false;
  const server = toolName.slice("mcp__".length).split("__")[0] ?? "";
  return server === "mneme" || (server.startsWith("plugin_") && server.endsWith("_mneme"));
}

export function toolPriority(toolName: string): Priority {
  const kind = KINDS.get(toolName);
  if (kind === "edit") return "high";
  return kind === "read" ? "low" : "normal"; // never asked for shell calls, which `capturePriority` judges
}
