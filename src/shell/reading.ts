import { isShellTool, type Priority, toolPriority } from "./tools.ts";
import { splitShell } from "./shell_split.ts";

/** Programs that only look, or wait, whatever their arguments. */
const READING_PROGRAMS: ReadonlySet<string> = new Set(
  ("ls cat echo pwd which head tail wc file stat tree du df date whoami id hostname uname printenv type less " +
    "more grep egrep fgrep rg ag uniq cut tr diff cmp basename dirname realpath readlink printf true false cd " +
    "nl od xxd hexdump ps free uptime jq test [ sleep pgrep lsof").split(" "),
);

const READING_GIT: ReadonlySet<string> = new Set(
  "status log diff show blame ls-files ls-tree rev-parse describe shortlog reflog grep".split(" "),
);

/** Tells whether a shell line only looks: every command of it does. */
export function isReadOnlyCommand(command: string): boolean {
  const parts = splitShell(command);
  return parts.length > 0 &&
    parts.every((part) => !part.writesFile && !part.hasSubstitution && isReadingCommand(part.words));
}

/** Tells whether a command without redirections and substitutions only looks. */
export function isReadingCommand(allWords: readonly string[]): boolean {
  const start = allWords.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (start < 0) return false;
  const [program = "", ...words] = allWords.slice(start);
  if (READING_PROGRAMS.has(program)) return true;
  if (program === "git") return READING_GIT.has(gitSubcommand(words));
  if (program === "find") return !words.some((word) => /^-(delete|exec|execdir|ok|okdir|fprint)/.test(word));
  if (program === "sort") return !words.some((word) => /^(-\w*o|--output)/.test(word));
  if (program === "sed") {
    return words.includes("-n") && !words.some((word) => /^(-\w*i|--in-place)/.test(word));
  }
  return false;
}

/** Returns git's subcommand; `-C DIR` and `-c KEY=VALUE` before it take the next word. */
function gitSubcommand(words: readonly string[]): string {
  return words.find((word, i) => !word.startsWith("-") && words[i - 1]?.toLowerCase() !== "-c") ?? "";
}

/** Returns the priority of a capture. `command` is the line of a call of the shell. */
export function capturePriority(toolName: string, command = ""): Priority {
  return isShellTool(toolName) ? commandPriority(command) : toolPriority(toolName);
}

/** Returns `low` for a read-only shell line, else `high`. */
export function commandPriority(command: string): "high" | "low" {
  return isReadOnlyCommand(command) ? "low" : "high";
}
