import { QUESTION_TOOL } from "../base/conversation.ts";

/**
 * The kinds of tools that clients have. `shell`: runs a shell line. `edit`: changes a file. `look`: reads or
 * searches files. `peek`: reads or controls the client itself. `web`: reads the web. `skip`: says nothing about the
 * work, so its calls are not captured.
 */
type ToolKind = "shell" | "edit" | "look" | "peek" | "web" | "skip";

/** The names of the tools of each kind. On Windows the client may have PowerShell instead of Bash, or both. */
const TOOLS: Readonly<Record<ToolKind, string>> = {
  shell: "Bash PowerShell",
  edit: "Write Edit MultiEdit NotebookEdit",
  look: "Read Grep Glob LS",
  peek:
    "NotebookRead TodoRead TaskGet TaskList ToolSearch BashOutput TaskOutput KillShell TaskStop EnterPlanMode " +
    "ReadMcpResourceTool",
  web: "WebFetch WebSearch",
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

/** The priority of a capture. Low: the call reads files, or reads or controls the client. */
export type Priority = "high" | "normal" | "low";

/** Returns true if calls of a tool are not captured: it is on a skip list, or one of mneme's own tools. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return KINDS.get(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
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

export function toolPriority(toolName: string): Priority {
  const kind = KINDS.get(toolName);
  if (kind === "edit") return "high";
  return kind === "look" || kind === "peek" ? "low" : "normal";
}
