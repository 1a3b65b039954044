import { withSlashes } from "../base/slashes.ts";
import type { OutcomeMatcher } from "../base/settings.ts";
import { onlyTells } from "./idle.ts";
import { parseShell, type ShellList, type ShellPart, type SimpleCommand } from "../shell/shell_split.ts";
import { classify, classifyProjectScript } from "./classify.ts";
import {
  type Fate,
  fateIn,
  fateOfCondition,
  HIDDEN,
  NO_SHELL_OPTIONS,
  shellOptionsBehind,
  WHOLE_LINE,
} from "./fate.ts";
import type { Classified } from "./names.ts";
import { isAssignment } from "./words.ts";
import { readsShellFromStdin, unwrap } from "./wrappers.ts";

/** A test run or a build in a shell line. */
export interface Run extends Classified {
  /** Its words as in the line, without quotes. */
  readonly command: string;
  readonly fate: Fate;
}

/** The depth to which lines within lines (`bash -c`) are read. */
const MAX_NESTING = 4;
const MAX_COMMAND_UNITS = 200;
/** The most runs of a line; the work for each grows with the length of the line. */
const MAX_RUNS = 100;
const KEYWORDS = /^(?:if|then|elif|else|while|until|do|!|time|coproc)$/;
const HIDING_KEYWORDS = /^(?:if|elif|while|until|!)$/;

const UNSEEN = { isSeen: false, isEndSeen: false } as const;

/** Finds the test runs and builds of a shell line, in their order. `matchers` are the user's own commands. */
export function findRuns(line: string, matchers: readonly OutcomeMatcher[]): Run[] {
  const finder = new RunFinder(matchers);
  finder.readList(parseShell(withOwnPrograms(line)), () => WHOLE_LINE, 0);
  return finder.runs;
}

/** Replaces the backslashes of `.\gradlew.bat test`, a line of Windows, as lines are read as Bash here. */
function withOwnPrograms(line: string): string {
  return line.replace(/(?<![^\s;&|({"'])\.{1,2}\\[\w.\\-]+/g, withSlashes);
}

/** A fate that is computed for runs alone: for all parts, the time would grow with the length squared. */
type LateFate = () => Fate;

class RunFinder {
  readonly runs: Run[] = [];
  readonly #matchers: readonly (readonly [words: readonly string[], kind: OutcomeMatcher["kind"]])[];
  #options = NO_SHELL_OPTIONS;

  constructor(matchers: readonly OutcomeMatcher[]) {
    this.#matchers = matchers.map(({ command, kind }) => [command.trim().split(/\s+/), kind]);
  }

  readList(list: ShellList, outer: LateFate, nesting: number): void {
    for (const [i, part] of list.entries()) {
      if (this.runs.length >= MAX_RUNS) return;
      const options = this.#options;
      const fate = once(() => fateIn(list, i, outer(), options));
      if ("group" in part) {
        this.readList(part.group, isDefinition(list[i - 1]) ? () => HIDDEN : fate, nesting);
      } else {
        const condition = once(() => fateOfCondition(list, i, fate()));
        this.#readCommand(part.command, { fate, condition }, nesting);
      }
    }
  }

  #readCommand(
    command: SimpleCommand,
    whole: { fate: LateFate; condition: LateFate },
    nesting: number,
  ): void {
    const start = command.words.findIndex((word) => !KEYWORDS.test(word));
    const words = start < 0 ? [] : command.words.slice(start);
    const isHidden = command.words.slice(0, start).some((word) => HIDING_KEYWORDS.test(word));
    const fate = once(() => {
      const found = isHidden ? whole.condition() : whole.fate();
      return command.writesFile ? { ...found, ...UNSEEN } : found;
    });
    this.#options = shellOptionsBehind(words, this.#options);
    const isValue = words.length === 1 && isAssignment(words[0]!);
    const innerFate = once(() => ({ ...(isValue ? fate() : HIDDEN), ...UNSEEN }));
    for (const inner of command.inner) this.readList(inner, innerFate, nesting);
    this.#readWords(command, words, { fate, nesting });
  }

  #readWords(
    command: SimpleCommand,
    words: readonly string[],
    at: { fate: LateFate; nesting: number },
  ): void {
    if (this.#addIfConfigured(words, at.fate)) return;
    const script = classifyProjectScript(words);
    if (script !== undefined) return this.#add(script, words, at.fate);
    const inner = unwrap(words);
    const { fate } = at;
    const line = inner.script ?? (readsShellFromStdin(inner.words) ? command.heredoc : undefined);
    if (line !== undefined) {
      const own = inner.watches ? () => ({ ...fate(), isBackground: true }) : fate;
      if (at.nesting < MAX_NESTING) this.#inOwnShell(line, { ...at, fate: own });
      return;
    }
    const found = classify(inner.words);
    if (found === undefined || (found.isIdle && onlyTells(inner.words, found.format))) return;
    this.#add(inner.watches ? { ...found, isIdle: true } : found, words, fate);
  }

  /** Reads a line for another shell, which has options of its own. */
  #inOwnShell(line: string, { fate, nesting }: { fate: LateFate; nesting: number }): void {
    const options = this.#options;
    this.#options = NO_SHELL_OPTIONS;
    this.readList(parseShell(line), fate, nesting + 1);
    this.#options = options;
  }

  /** Adds a run if the command, or the one that a wrapper runs, begins with the words of a matcher. */
  #addIfConfigured(words: readonly string[], fate: LateFate): boolean {
    if (this.#matchers.length === 0) return false;
    const candidates = [words.filter((word, i) => i > 0 || !isAssignment(word)), unwrap(words).words];
    const found = this.#matchers.find(([wanted]) =>
      candidates.some((own) => wanted.every((word, i) => isSameWord(own[i], word, i)))
    );
    if (found === undefined) return false;
    const kind = found[1] === "test" ? "tests" : "builds";
    this.#add({ kind, format: undefined, isIdle: false }, words, fate);
    return true;
  }

  #add(found: Classified, words: readonly string[], fate: LateFate): void {
    this.runs.push({ ...found, command: words.join(" ").slice(0, MAX_COMMAND_UNITS), fate: fate() });
  }
}

function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** Tells whether the part before a group is the empty `()` of `name () { … }`, whose body need not run. */
function isDefinition(before: ShellPart | undefined): boolean {
  return before !== undefined && "group" in before && before.group.length === 0;
}

/** Tells whether two words are equal; the first word, a program, may have its path in front. */
function isSameWord(own: string | undefined, wanted: string, index: number): boolean {
  if (own === wanted) return true;
  return index === 0 && own !== undefined && !wanted.includes("/") && own.endsWith(`/${wanted}`);
}
