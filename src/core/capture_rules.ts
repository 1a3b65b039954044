import { splitShell } from "./shell_split.ts";

export type Priority = "high" | "normal" | "low";

/** Calls of these say nothing about the work; `capture.skip_tools` adds to them. */
const SKIPPED_TOOLS: ReadonlySet<string> = new Set([
  "ListMcpResourcesTool",
  "SlashCommand",
  "Skill",
  "TodoWrite",
  "AskUserQuestion",
]);

const CHANGING_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

const READING_TOOLS: ReadonlySet<string> = new Set([
  "Read",
  "Glob",
  "Grep",
  "LS",
  "NotebookRead",
  "TodoRead",
  "TaskGet",
  "TaskList",
  "ToolSearch",
  "BashOutput",
  "ReadMcpResourceTool",
]);

/** Programs that only look, whatever their arguments. */
const READING_PROGRAMS: ReadonlySet<string> = new Set(
  ("ls cat echo pwd which head tail wc file stat tree du df date whoami id hostname uname printenv type less " +
    "more grep egrep fgrep rg ag uniq cut tr diff cmp basename dirname realpath readlink printf true false cd " +
    "nl od xxd hexdump ps free uptime jq test [").split(" "),
);

const READING_GIT: ReadonlySet<string> = new Set([
  "status",
  "log",
  "diff",
  "show",
  "blame",
  "ls-files",
  "ls-tree",
  "rev-parse",
  "describe",
  "shortlog",
  "reflog",
  "grep",
]);

/** Whether a tool call is not captured: on the skip list, or a call to mneme itself (what it says is no work). */
export function isSkippedTool(toolName: string, skipTools: readonly string[]): boolean {
  return SKIPPED_TOOLS.has(toolName) || skipTools.includes(toolName) || isOwnTool(toolName);
}

/** `mcp__mneme__…`, and `mcp__plugin_<plugin>_mneme__…` when it came with a plugin. */
export function isOwnTool(toolName: string): boolean {
  if (!toolName.startsWith("mcp__")) return false;
  const server = toolName.slice("mcp__".length).split("__")[0] ?? "";
  return server === "mneme" || (server.startsWith("plugin_") && server.endsWith("_mneme"));
}

/** How soon a capture is processed. `command` is the shell line of a Bash call. */
export function capturePriority(toolName: string, command: string | undefined): Priority {
  if (CHANGING_TOOLS.has(toolName)) return "high";
  if (toolName === "Bash") return command !== undefined && isReadOnlyCommand(command) ? "low" : "high";
  return READING_TOOLS.has(toolName) ? "low" : "normal";
}

/** Whether a shell line only looks; a compound does only if every part does. */
export function isReadOnlyCommand(command: string): boolean {
  const parts = splitShell(command);
  return parts.length > 0 &&
    parts.every((part) => !part.writesFile && !part.hasSubstitution && isReadOnly(part.words));
}

function isReadOnly(allWords: readonly string[]): boolean {
  const start = allWords.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (start < 0) return false;
  const [program = "", ...words] = allWords.slice(start);
  if (READING_PROGRAMS.has(program)) return true;
  if (program === "git") return READING_GIT.has(words.find((word) => !word.startsWith("-")) ?? "");
  if (program === "find") return !words.some((word) => /^-(delete|exec|execdir|ok|okdir|fprint)/.test(word));
  if (program === "sort") return !words.some((word) => /^(-\w*o|--output)/.test(word));
  if (program === "sed") {
    return words.includes("-n") && !words.some((word) => /^(-\w*i|--in-place)/.test(word));
  }
  return false;
}
