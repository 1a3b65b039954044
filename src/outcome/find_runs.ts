// Finds the test runs and builds of a shell line. `judge.ts` judges them.
import type { OutcomeMatcher } from "../base/settings.ts";
import { isAssignment } from "../shell/command_words.ts";
import { parseShell, type ShellList, type ShellPart, type SimpleCommand } from "../shell/shell_split.ts";
import { classify, classifyProjectScript } from "./classify.ts";
import {
  cluesAt,
  type ExitClues,
  HIDDEN,
  hide,
  isTrivial,
  NO_SHELL_OPTIONS,
  shellOptionsAfter,
  UNSEEN,
  WHOLE_LINE,
} from "./exit_clues.ts";
import type { Classified } from "./names.ts";
import { readsShellFromStdin, unwrap } from "./wrappers.ts";

export type Run = Classified & Readonly<{ command: string; clues: ExitClues }>;

const MAX_NESTING = 4; // the depth to which lines in lines are read, as in `sh -c 'sh -c …'`
const MAX_COMMAND_UNITS = 200;
const MAX_RUNS = 100; // the most runs of a line: each costs time in proportion to the line
const KEYWORDS = /^(?:if|then|elif|else|while|until|do|!|coproc)$/; // a command follows them
const HIDING_KEYWORDS = /^(?:if|elif|while|until|!)$/; // they hide the exit code of the command behind them

const NO_TEXTS = { failureText: undefined, successText: undefined, statusText: undefined } as const;

/** Finds test runs and builds in their order. `matchers` are further commands, from the settings. */
export function findRuns(line: string, matchers: readonly OutcomeMatcher[]): Run[] {
  const finder = new RunFinder(matchers);
  // Bash, whose rules the parser follows, reads a backslash as an escape.
  const slashed = line.replace(WINDOWS_PATH, (path) => path.replace(/\\(?=[\w.])/g, "/"));
  finder.readList(parseShell(slashed), () => WHOLE_LINE, 0);
  return finder.runs;
}

/** Counts the commands that may fail, a group as one. */
export const countWork = (line: string) => parseShell(line).filter((part) => !isTrivial(part)).length;

/** Matches a path of Windows with its blanks: `venv\Scripts\pytest.exe`, `C:\Program Files\nodejs\npm.cmd`. */
const WINDOWS_PATH = /(?<![^\s;&|({"'])(?:[A-Za-z]:|\.[\w.]*|v?env)\\[\w.\\ ()-]+/g;

/** Computes clues when a run needs them: those of all parts would take time that grows with the square of the line. */
type LateClues = () => ExitClues;

class RunFinder {
  readonly runs: Run[] = [];
  readonly #matchers: readonly (readonly [words: readonly string[], kind: OutcomeMatcher["kind"]])[];
  #options = NO_SHELL_OPTIONS;

  constructor(matchers: readonly OutcomeMatcher[]) {
    this.#matchers = matchers.map(({ command, kind }) => [command.trim().split(/\s+/), kind]);
  }

  readList(list: ShellList, outer: LateClues, nesting: number): void {
    for (const [i, part] of list.entries()) {
      if (this.runs.length >= MAX_RUNS) return;
      const options = this.#options;
      let known: ExitClues | undefined; // many runs may ask for them
      const clues = () => known ??= cluesAt(list, i, outer(), options);
      if ("group" in part) {
        this.readList(part.group, isDefinition(list[i - 1]) ? () => HIDDEN : clues, nesting);
      } else {
        this.#readCommand(part.command, clues, nesting);
      }
    }
  }

  #readCommand(command: SimpleCommand, plain: LateClues, nesting: number): void {
    const start = command.words.findIndex((word) => !KEYWORDS.test(word));
    const words = start < 0 ? [] : command.words.slice(start);
    const isHidden = command.words.slice(0, start).some((word) => HIDING_KEYWORDS.test(word));
    const clues = () => isHidden ? { ...hide(plain()), ...NO_TEXTS } : plain();
    this.#options = shellOptionsAfter(words, this.#options);
    // The exit code of `X=$(command)` is the inner command's.
    const isValue = words.length === 1 && isAssignment(words[0]!);
    const innerClues = () => ({ ...(isValue ? clues() : HIDDEN), ...UNSEEN });
    for (const inner of command.inner) this.readList(inner, innerClues, nesting);
    if (this.#addIfConfigured(words, clues)) return;
    const script = classifyProjectScript(words);
    if (script !== undefined) return this.#add(script, words, clues);
    const inner = unwrap(words);
    const line = inner.script ?? (readsShellFromStdin(inner.words) ? command.heredoc?.text : undefined);
    if (line !== undefined) {
      const own = inner.watches ? () => ({ ...clues(), isBackground: true }) : clues;
      if (nesting < MAX_NESTING) this.#readInnerLine(line, own, nesting + 1, words);
      return;
    }
    const found = classify(inner.words);
    if (found === undefined || found.idle === "prints") return;
    this.#add(inner.watches ? { ...found, idle: "waits" } : found, words, clues);
  }

  /** Reads a line that a command runs, with the options of its shell: `bash -e -o pipefail -c 'line'`. */
  #readInnerLine(line: string, clues: LateClues, nesting: number, words: readonly string[]): void {
    const options = this.#options;
    const before = words.includes(line) ? words.slice(0, words.indexOf(line)) : words;
    const start = before.findLastIndex((word) => !/^[-+][a-z]*$|^(?:pipefail|errexit)$/.test(word)) + 1;
    const isShell = /^(?:.*\/)?(?:ba|z|da|k|a)?sh$/.test(before[start - 1] ?? ""); // `script -qec` has no options of a shell
    this.#options = shellOptionsAfter(isShell ? ["set", ...before.slice(start)] : [], NO_SHELL_OPTIONS);
    this.readList(parseShell(line), clues, nesting);
    this.#options = options;
  }

  /** Adds a run, and returns true, if a matcher fits the command or the one that a wrapper runs. */
  #addIfConfigured(words: readonly string[], clues: LateClues): boolean {
    if (this.#matchers.length === 0) return false;
    const candidates = [words.filter((word, i) => i > 0 || !isAssignment(word)), unwrap(words).words];
    const found = this.#matchers.find(([wanted]) =>
      candidates.some((own) =>
        wanted.every((word, i) => own[i] === word || (i === 0 && own[0]?.endsWith(`/${word}`))) // with its path in front
      )
    );
    if (found === undefined) return false;
    const kind = found[1] === "test" ? "tests" : "builds";
    this.#add({ kind, format: undefined, idle: undefined }, words, clues);
    return true;
  }

  #add(found: Classified, words: readonly string[], clues: LateClues): void {
    this.runs.push({ ...found, command: words.join(" ").slice(0, MAX_COMMAND_UNITS), clues: clues() });
  }
}

/** Returns true if a function's body, which need not run, follows: `name () {`, `function name {`. */
function isDefinition(before: ShellPart | undefined): boolean {
  if (before === undefined) return false;
  return "group" in before ? before.group.length === 0 : before.command.words[0] === "function";
}
