import { QUESTION_TOOL } from "../base/conversation.ts";

/**
 * The kinds of tools that clients have. `shell`: runs a shell line. `edit`: changes a file. `look`: reads or
 * searches files. `peek`: reads the client's own state. `web`: reads the web. `skip`: says nothing about the
 * work, so it is not captured.
 */
type ToolWork = "shell" | "edit" | "look" | "peek" | "web" | "skip";

/** On Windows the client may have PowerShell beside Bash, or instead. */
const TABLE: Readonly<Record<ToolWork, string>> = {
  shell: "Bash PowerShell",
  edit: "Write Edit MultiEdit NotebookEdit",
  look: "Read Grep Glob LS",
  peek:
    "NotebookRead TodoRead TaskGet TaskList ToolSearch BashOutput TaskOutput KillShell TaskStop EnterPlanMode " +
    "ReadMcpResourceTool",
  web: "WebFetch WebSearch",
  skip: `ListMcpResourcesTool SlashCommand Skill TodoWrite ${QUESTION_TOOL}`,
};

const WORK: ReadonlyMap<string, ToolWork> = new Map(
  (Object.keys(TABLE) as ToolWork[]).flatMap((work) =>
    TABLE[work].split(" ").map((name) => [name, work] as const)
  ),
);

/** Returns the kind of a tool; `undefined` for one that is not in the table. */
function toolWork(name: string): ToolWork | undefined {
  return WORK.get(name);
}

export function isShellTool(name: string): boolean {
  return WORK.get(name) === "shell";
}

export function isEditTool(name: string): boolean {
  return WORK.get(name) === "edit";
}

/** The priority of a capture: calls of low priority only look. */
export type Priority = "high" | "normal" | "low";

/** Returns true if calls of a tool are not captured: it is on a skip list, or one of mneme's own tools. */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return toolWork(toolName) === "skip" || skipTools.includes(toolName) || isOwnTool(toolName);
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
  const work = toolWork(toolName);
  if (work === "edit") return "high";
  return work === "look" || work === "peek" ? "low" : "normal";
}
