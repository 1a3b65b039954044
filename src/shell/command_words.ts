// Reads shell commands and lines: programs, options and operands, and the files that they read and change.
import { fileName, isAtOrBelow, pathFrom, plainPath, withSlashes } from "../base/slashes.ts";
import tables from "./reading.json" with { type: "json" };
import { parseShell, type SimpleCommand, splitShell } from "./shell_split.ts";
import { isOwnTool, isShellTool, type Priority, toolPriority } from "./tools.ts";

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
  return name.replace(/(?<=^(?:python|pypy|pip|ruby|php|node|gcc|g\+\+|clang|clang\+\+))-?\d[\d.]*$/, "")
    .replace(/(?<=.)@[\w.^~-]+$/, "");
}

export const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*\+?=/.test(word);

/** Returns the words of a command from the program on: `jest` for `CI=1 jest` and `env CI=1 jest`. */
export function withoutAssignments(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word, i) => !isAssignment(word === "env" ? words[i + 1] ?? "" : word));
  return start < 0 ? [] : words.slice(start);
}

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" ").filter(Boolean));

const KEYWORDS = wordSet("if then elif else fi while until do done ! time"); // before a command, or alone

function onlyReads({ words, targets }: SimpleCommand, patterns?: Patterns): boolean {
  const start = words.findIndex((word) => !KEYWORDS.has(word));
  return targets.length === 0 &&
    (start < 0 || words[start] === "for" || isReadingCommand(words.slice(start), patterns));
}

export function isReadOnlyCommand(line: string, patterns?: Patterns): boolean {
  const parts = splitShell(line);
  return parts.length > 0 && parts.every((part) => !part.hasSubstitution && onlyReads(part, patterns));
}

const READERS = wordSet("cat nl bat batcat less more head tail sed Get-Content"); // print files, or lines of them
const COUNTS = wordSet("-n -c --lines --bytes -TotalCount -Head -Tail"); // options before a number, in some of them

/** Returns the files that a line prints. Clients differ in whether `cwd` is the folder before or after a `cd` in it. */
export function filesRead(line: string, cwd: string, exists: (path: string) => boolean): string[] {
  let folder = "";
  return splitShell(line).flatMap(({ words }) => {
    const [program = "", ...others] = withoutAssignments(words);
    const name = programName(program);
    const { operands } = readArguments(others, /^(?:head|tail|Get-Content)$/.test(name) ? COUNTS : undefined);
    if (name === "cd") folder = pathFrom(folder, operands[0]?.replace(/^\.\/|\/$/g, "") ?? "~");
    if (!READERS.has(name) || folder.startsWith("$")) return [];
    const isThere = folder.startsWith("..") ||
      `/${withSlashes(cwd)}`.endsWith(`/${folder.replace(/^~\//, "")}`);
    const files = name === "sed" ? operands.slice(1) : operands; // its first one is the script
    if (folder.startsWith("~") && !isThere) return [];
    return folder === "" ? files : files.slice(0, 20).map((file) => { // few, as each is looked for on the disk
      const forms = isThere ? [file, pathFrom(folder, file)] : [pathFrom(folder, file), file];
      return forms.find(exists) ?? forms[0]!;
    });
  });
}

const UNCLEAR = wordSet("cd pushd popd for case"); // what follows runs elsewhere, or not for sure
const PLAIN = /^(?!-)|^-[EfipqrRv]+$|^--(?:force|recursive)?$/; // matches operands, and options that name no file
const LITERAL = /^[^*?{}~`\n]+$/; // matches a path without patterns; it may hold a variable, such as `$DIR/x`
const isFile = (path: string) => /\.[A-Za-z]\w*$/.test(path); // without an extension, it may be a folder
const CHANGING = />|\b(?:rm|mv|cp|tee|sed)\b/; // lines without these are not parsed

/** Returns what a line that ends well writes or removes, by the commands that surely run; never all of `project`. */
export function filesChanged(line: string, project: string) {
  const parts = CHANGING.test(line) ? parseShell(line) : [];
  const changes: ReturnType<typeof changesBy> = [];
  let [folder, wentWell] = [project, false]; // after the last command
  for (const [i, part] of parts.entries()) {
    if ("group" in part) break;
    const { targets } = part.command;
    const words = withoutAssignments(part.command.words);
    const [program = "", ...others] = words[0] === "git" ? words.slice(1) : words;
    const at = (path: string | null) => path && LITERAL.test(path) ? plainPath(pathFrom(folder, path)) : null;
    const named = others.filter((word) => /^[^-]/.test(word));
    const before = parts[i - 1]?.operator ?? ";";
    wentWell ||= parts.slice(i, -1).every(({ operator }) => operator === "&&"); // or the line did not
    const didRun = before === ";" || (before === "&&" && wentWell);
    const isPlain = others.every((word) => PLAIN.test(word)) && (program !== "sed" || others.includes("-i"));
    const known = isPlain ? changesBy(program, named) : [];
    if (didRun && targets.length > 0 && isReadingCommand(words)) known.push(...targets.map(made)); // no program's log
    const found = known.map(({ file, removed }) => ({ file: at(file), removed: at(removed) }))
      .filter(({ file, removed }) => didRun && !isAtOrBelow(project, file || removed || project));
    changes.push(...found);
    const into = program === "cd" && didRun && named.length === 1 ? at(made(named[0]!).file) : null;
    if (into) folder = into;
    else if (UNCLEAR.has(program) || KEYWORDS.has(program)) break;
    wentWell = found.length > 0 || (didRun && (program === "cd" || program === "mkdir"));
  }
  return changes;
}

/** Matches what takes files from a history, as the agent did not write them: of git all but what takes none. */
const TAKES_FILES =
  /^(?:sudo )?(?:git (?!(?:-[cC] \S+ )*(?:(?:add|apply|branch|commit|config|fetch|init|mv|push|rm|tag)\b|(?:checkout (?:-q |--quiet )?-q?b|switch (?:-q |--quiet )?-q?c) \S+$))|gh (?:pr checkout|repo sync)\b)/;
/** Matches what removes, renames or commits: of a large file, Claude Code does not tell a removal from a change. */
const REMOVES = /^(?:sudo )?(?:(?:git )?(?:rm|mv \S+\.\w+ \S+\.\w+$)|git (?:add|commit|push))\b/;

/** Returns the files that the client found changed; none if the line only removes, or some may be of a history. */
export function changesOf(line: string, found: readonly string[]): readonly string[] {
  const commands = splitShell(found.length === 0 ? "" : line).map(({ words: all, targets }) => {
    const words = withoutAssignments(all.filter((word) => !KEYWORDS.has(word)));
    return (isReadingCommand(words) ? targets : words).join(" ");
  });
  const isRemoval = /\b(?:rm|mv)\b/.test(line) && commands.every((one) => one === "" || REMOVES.test(one));
  return isRemoval || commands.some((one) => TAKES_FILES.test(one)) ? [] : found;
}

const made = (file: string) => ({ file: file.includes("$") ? null : file, removed: null });
const gone = (removed: string) => ({ file: null, removed });

/** Returns what a command writes (`file`) or removes, each else `null`; a `file` with a variable is `null`, too. */
function changesBy(program: string, named: readonly string[]): Record<"file" | "removed", string | null>[] {
  const [from, to = ""] = [named.slice(0, -1).filter(isFile), named.at(-1)];
  const isFolder = named.length > 2 || /(?:^|\/)\.{0,2}$/.test(to);
  const placed = from.map((path) => isFolder ? pathFrom(to, fileName(path)) : to).filter(isFile);
  if (program === "rm") return named.map(gone);
  if (program === "mv") return [...from.map(gone), ...placed.map(made)];
  if (program === "cp") return placed.map(made);
  if (program === "sed") return named.slice(1).map(made); // without the script
  return program === "tee" ? named.map(made) : [];
}

/** Returns true for what is no work: a call of mneme's tools, or a shell line that runs mneme and else only reads. */
export function isOwnCall(toolName: string, command = ""): boolean {
  if (!isShellTool(toolName) || !command.includes("mneme")) return isOwnTool(toolName);
  const parts = splitShell(command).filter((part) => !onlyReads(part) && !part.words.every(isAssignment))
    .map(({ words }) => withoutAssignments(words.filter((word) => !KEYWORDS.has(word))));
  return parts.length > 0 && parts.every(([program = ""]) => programName(program) === "mneme");
}

/** Returns true if a line's exit code is that of a reading command after another: `make; cat x`, `make | grep y`. */
export function endsWithReading(line: string): boolean {
  const parts = parseShell(line);
  const before = parts.findLastIndex(({ operator }, index) => operator !== "|" && index < parts.length - 1);
  const reads = parts.slice(before + 1).map((one) => "command" in one && isReadingCommand(one.command.words));
  return reads.at(-1) === true && (parts[before]?.operator === ";" || reads.includes(false));
}

// Programs of `reading.json` only read, print or wait if their arguments begin with the pattern. In it, `%` stands for
// `options`, and `_` for a blank in an argument. `*` stands for any program. Rare arguments that change things, such as
// `date -s`, are ignored.
type Patterns = Readonly<Record<string, string>>;
export const ASKING: Patterns = { ...tables.reading, ...tables.asking }; // and questions to services, package managers

/** Returns true if a command only reads, prints or waits. Ignores its redirections and substitutions. */
export function isReadingCommand(allWords: readonly string[], patterns: Patterns = tables.reading): boolean {
  const [program = "", ...words] = withoutAssignments(allWords);
  const name = /[\\/]/.test(program) ? program : programName(program); // a path, such as `bin/test`, is another program
  const text = words.map((word) => ` ${word.replace(/\s/g, "_")}`).join("");
  return Object.entries(patterns).some(([names, pattern]) =>
    (names === "*" || names.split(" ").includes(name)) &&
    compiled.getOrInsertComputed(pattern, expressionOf).test(text)
  );
}

const compiled = new Map<string, RegExp>();
const expressionOf = (pattern: string) => new RegExp(`^(?:${pattern.replace("%", tables.options)})(?= |$)`);

/** A failed question counts as work: a service or a tool is not set up, and how that is mended is worth learning. */
export function capturePriority(toolName: string, command = "", hasFailed = false): Priority {
  if (!isShellTool(toolName)) return toolPriority(toolName);
  return isReadOnlyCommand(command, hasFailed ? tables.reading : ASKING) ? "low" : "high";
}
