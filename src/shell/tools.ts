import { QUESTION_TOOL } from "../base/conversation.ts";

/**
 * The kinds of tools that clients have. `shell`: runs a shell line. `edit`: changes a file. `look`: reads or
 * searches files. `peek`: reads the client's own state. `web`: reads the web. `skip`: says nothing about the
 * work, so it is not captured.
 */
export type ToolWork = "shell" | "edit" | "look" | "peek" | "web" | "skip";

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
export function toolWork(name: string): ToolWork | undefined {
  return WORK.get(name);
}

export function isShellTool(name: string): boolean {
  return WORK.get(name) === "shell";
}

export function isEditTool(name: string): boolean {
  return WORK.get(name) === "edit";
}
