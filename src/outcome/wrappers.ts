// Removes wrappers such as `sudo`, `npx` and `docker exec`, to find the command that they run.
import {
  isAssignment,
  programName,
  readArguments,
  withoutAssignments,
  wordSet,
} from "../shell/command_words.ts";
import { splitShell } from "../shell/shell_split.ts";
import { findWrappers, type Wrapper } from "./runners.ts";
import tables from "./runners.json" with { type: "json" };

const WATCHERS = wordSet("watch nodemon watchexec entr chokidar");
const SHELLS = wordSet("bash sh zsh dash ksh ash fish su");
const PYTHON_LIKE = wordSet("uv coverage poetry pdm pipenv python"); // also run a script of Python

const MAX_WRAPPERS = 12; // of one command, to bound the time

/** Removes wrappers and assignments: `CI=1 npx jest` gives the `words` `jest`; `bash -c 'line'` only the `script`. */
export function unwrap(words: readonly string[]) {
  let watches = false;
  let rest = words;
  for (let round = 0; round < MAX_WRAPPERS; round++) {
    rest = withoutAssignments(rest);
    const program = programName(rest[0] ?? "");
    const script = scriptOf(program, rest);
    if (script !== undefined) return { words: [], script, watches };
    const inner = afterWrapper(program, rest);
    if (inner === undefined) break;
    watches ||= WATCHERS.has(program);
    rest = PYTHON_LIKE.has(program) && inner[0]?.endsWith(".py") ? ["python", ...inner] : inner;
  }
  return { words: rest, script: undefined, watches };
}

/** Returns the line in `bash -c 'line'` or `eval 'line'`. Behind a script's name, `-c` is an option of the script. */
function scriptOf(program: string, words: readonly string[]): string | undefined {
  if (program === "eval") return words.slice(1).join(" ");
  if (SHELLS.has(program) || program === "script") {
    const flag = words.findIndex((word, i) => i > 0 && /^-[a-z]*c$/.test(word));
    const before = words.slice(1, flag);
    const isForShell = program === "su" || before.every((word) => /^[-+]|^(?:pipefail|errexit)$/.test(word));
    return flag > 0 && isForShell ? words.slice(flag + 1).find((word) => !/^[-+]\w/.test(word)) : undefined;
  }
  if (program === "pwsh" || program === "powershell" || program === "cmd") {
    const at = words.findIndex((word) => /^(?:-c|-command|\/{1,2}c)$/i.test(word));
    return at < 0 ? undefined : words.slice(at + 1).join(" ");
  }
  const flag = { "nix-shell": "--run", vagrant: "-c", flock: "-c", npx: "-c", nix: "-c" }[program];
  const at = flag === undefined ? -1 : words.indexOf(flag);
  return at > 0 && words[at + 1]?.includes(" ") ? words[at + 1] : undefined;
}

function afterWrapper(program: string, words: readonly string[]): readonly string[] | undefined {
  if (program === "find") return afterExec(words);
  if (program === "python" && words[1] === "-m" && words[2] !== program) {
    return afterWrapper(words[2] ?? "", words.slice(2));
  }
  if (program === "command" && /^-[vV]$/.test(words[1] ?? "")) return undefined;
  for (const wrapper of findWrappers(program)) {
    const rest = skipTail(words.slice(1), wrapper.tail);
    if (rest !== undefined) return skipOptions(rest, wrapper);
  }
  return undefined;
}

function afterExec(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  if (at < 0) return undefined;
  const end = words.findIndex((word, i) => i > at && (word === ";" || word === "+"));
  return words.slice(at + 1, end < 0 ? words.length : end);
}

/** Matches options with a value between the words of a wrapper's name. */
const TAIL_OPTIONS =
  /^-(?:[fpCn]|-(?:namespace|context|file|project-name|directory|project|profile|env-file|(?:extra-)?experimental-features))$/;

/** Returns the words after a wrapper's name, which may have options in it: `compose -f x.yml exec`. */
function skipTail(words: readonly string[], tail: readonly string[]): readonly string[] | undefined {
  let at = 0;
  for (const part of tail) {
    while (words[at]?.startsWith("-")) at += TAIL_OPTIONS.test(words[at]!) ? 2 : 1;
    if (words[at] !== part) return undefined;
    at++;
  }
  return words.slice(at);
}

function skipOptions(words: readonly string[], wrapper: Wrapper): readonly string[] {
  const isOption = (word = "") => word.startsWith("-") || isAssignment(word);
  let at = 0;
  while (isOption(words[at])) at += wrapper.options.has(words[at]!) ? 2 : 1;
  for (let left = wrapper.skip; left > 0 && words[at] !== "--"; left--) at++;
  at = Math.max(at, words.findIndex((word) => wrapper.marks.has(word)));
  if (words[at] === "--" || wrapper.marks.has(words[at]!)) at++;
  return words.slice(at);
}

export const PLACE_OPTIONS = wordSet(tables.words.place_options);

/** Returns the first command's program and operands, without wrappers such as `npx`; `-m NAME` for a Python module. */
export function bareCommand(command: string): string {
  const { words = [] } = splitShell(command)[0] ?? {};
  const inner = unwrap(words).words;
  const [program = "", ...rest] = inner.length === 0 ? words : inner;
  if (rest[0] === "-m") return rest.join(" ");
  return [programName(program), ...readArguments(rest, PLACE_OPTIONS).operands].join(" ");
}

/** Tells whether a command reads shell lines from stdin: `bash <<EOF`. */
export function readsShellFromStdin(words: readonly string[]): boolean {
  return SHELLS.has(programName(words[0] ?? "")) &&
    readArguments(words.slice(1)).operands.length === 0;
}
