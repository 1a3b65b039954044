import { QUESTION_TOOL } from "../base/conversation.ts";

/**
 * The kinds of tools that clients have. `shell`: runs a shell line. `edit`: changes a file. `look`: reads or
 * searches files. `peek`: reads the client's own state. `web`: reads the web. `skip`: says nothing about the
 * work, so its calls are not captured.
 */
export type ToolKind = "shell" | "edit" | "look" | "peek" | "web" | "skip";

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

/** Returns the kind of a tool; `undefined` for one that is not in the table. */
export function toolKind(name: string): ToolKind | undefined {
  return KINDS.get(name);
}

export function isShellTool(name: string): boolean {
  return KINDS.get(name) === "shell";
}

export function isEditTool(name: string): boolean {
  return KINDS.get(name) === "edit";
}
