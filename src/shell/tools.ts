// The tools of Claude Code by kind, which decides if and with which priority a call is captured.
import { QUESTION_TOOL } from "../base/conversation.ts";

/** `read` reads files, or reads or controls the client itself. Calls of `skip`, which are not captured, do no work. */
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

export function isShellTool(name: string): boolean {
  return KINDS.get(name) === "shell";
}

export function isEditTool(name: string): boolean {
  return KINDS.get(name) === "edit";
}

/** The priority of a captured call: `high` if it changes or runs things, `low` if it reads or controls the client. */
export type Priority = "high" | "normal" | "low";

/** Returns true for tools of a skip list and for mneme's own, whose calls are not captured. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return KINDS.get(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** Returns true for the tool that asks the user questions, unless the settings skip it: its answers are recorded. */
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
  return kind === "read" ? "low" : "normal"; // `capturePriority` judges shell calls
}
