// Reads single shell commands: their program, options and operands, and if they change anything.
import { fileName } from "../base/hash.ts";
import { parseShell, splitShell } from "./shell_split.ts";
import { isShellTool, type Priority, toolPriority } from "./tools.ts";

/**
 * Divides the words after a program. `operands` are the words before `--` that are neither options (`-x`, `+nightly`)
 * nor the values that follow `valueOptions`. `rest` begins at the first operand; without any operand, after `--`.
 */
export function readArguments(words: readonly string[], valueOptions: ReadonlySet<string> = new Set()) {
  const operands: string[] = [];
  let start = words.length;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      if (operands.length === 0) start = Math.min(start, i + 1);
      break;
    }
    if (word.startsWith("-") || word.startsWith("+")) {
      if (valueOptions.has(word)) i++;
      continue;
    }
    if (operands.length === 0) start = i;
    operands.push(word);
  }
  return { operands, rest: words.slice(start) };
}

/** Returns `jest` for `./node_modules/.bin/jest`, `python` for `python3.11`, `tsc` for `tsc@5`. */
export function programName(word: string): string {
  const name = fileName(word).replace(/\.(exe|cmd|bat)$/i, "");
  if (/^(python|pypy|pip|ruby|php|node|gcc|g\+\+|clang|clang\+\+)-?\d[\d.]*$/.test(name)) {
    return name.replace(/-?[\d.]+$/, "");
  }
  return name.replace(/(?<=.)@[\w.^~-]+$/, "");
}

export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(word);
}

/** Returns the words of a command from the program on: `jest` for `CI=1 jest` and `env CI=1 jest`. */
export function withoutAssignments(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word, i) => !isAssignment(word === "env" ? words[i + 1] ?? "" : word));
  return start < 0 ? [] : words.slice(start);
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").filter((word) => word !== ""));
}

/** Programs that only read, print or wait. Rare arguments that change something, such as `date -s`, are ignored. */
const READING_PROGRAMS = wordSet(
  "ls cat echo pwd which head tail wc file stat tree du df date whoami id hostname uname printenv type less " +
    "more grep egrep fgrep rg ag uniq cut tr diff cmp basename dirname realpath readlink printf true false cd " +
    "nl od xxd hexdump ps free uptime jq test [ sleep pgrep lsof",
);

const READING_GIT = wordSet(
  "status log diff show blame ls-files ls-tree rev-parse describe shortlog reflog grep",
);

export function isReadOnlyCommand(command: string): boolean {
  const parts = splitShell(command);
  return parts.length > 0 &&
    parts.every((part) => !part.writesFile && !part.hasSubstitution && isReadingCommand(part.words));
}

/** Returns true if a line's exit code is that of a reading command after another: `make; cat x`, `make | grep y`. */
export function endsWithReading(line: string): boolean {
  const parts = parseShell(line);
  const before = parts.findLastIndex(({ operator }, index) => operator !== "|" && index < parts.length - 1);
  const reads = parts.slice(before + 1).map((part) =>
    "command" in part && isReadingCommand(part.command.words)
  );
  return reads.at(-1) === true && (parts[before]?.operator === ";" || reads.includes(false));
}

/** Returns true if a command only reads, prints or waits. Ignores its redirections and substitutions. */
export function isReadingCommand(allWords: readonly string[]): boolean {
  const [program = "", ...words] = withoutAssignments(allWords);
  if (READING_PROGRAMS.has(program)) return true;
  if (program === "git") { // the subcommand may stand after options with a value: `-C DIR`, `-c KEY=VALUE`
    const isSubcommand = (word: string, i: number) =>
      !word.startsWith("-") && words[i - 1]?.toLowerCase() !== "-c";
    return READING_GIT.has(words.find(isSubcommand) ?? "");
  }
  if (program === "find") return !words.some((word) => /^-(delete|exec|execdir|ok|okdir|fprint)/.test(word));
  if (program === "sort") return !words.some((word) => /^(-\w*o|--output)/.test(word));
  if (program === "sed") {
    return words.includes("-n") && !words.some((word) => /^(-\w*i|--in-place)/.test(word));
  }
  return false;
}

export function capturePriority(toolName: string, command = ""): Priority {
  if (!isShellTool(toolName)) return toolPriority(toolName);
  return isReadOnlyCommand(command) ? "low" : "high";
}
