// Reads the commands of a shell line in a form for comparisons, to find the later run of a command that failed.
import { hashText } from "../base/hash.ts";
import { fileName } from "../base/slashes.ts";
import { isReadingCommand, programName, withoutAssignments, wordSet } from "../shell/command_words.ts";
import { parseShell, type ShellList, type ShellPart, type SimpleCommand } from "../shell/shell_split.ts";
import {
  cluesAt,
  codeOf,
  type ExitClues,
  goesOnFailed,
  isKilled,
  isTrivial,
  NO_SHELL_OPTIONS,
  ownCodeOf,
  type ShellOptions,
  shellOptionsAfter,
  WHOLE_LINE,
  wordsOf,
} from "./exit_clues.ts";
import { tellsFailure } from "./evidence.ts";
import { findRuns } from "./find_runs.ts";
import type { ShellRun } from "./outcome.ts";
import tables from "./runners.json" with { type: "json" };
import { PLACE_OPTIONS, unwrap } from "./wrappers.ts";

export interface Invocation {
  /** The command as it was typed, without assignments; a loop or a condition whole. */
  readonly typed: string;
  /** The folder of the last `cd`, relative to the project; `undefined` for the project's own. */
  readonly folder: string | undefined;
  /** Program and arguments for comparisons, without assignments and `REPORT_OPTIONS`. */
  readonly words: readonly string[];
  readonly isRun: boolean; // true if the command tests or builds
  /** `undefined` if unknown. If a line passed, so have its commands that are not beside `||`, and its only run. */
  readonly passed: boolean | undefined;
  readonly isBackground: boolean;
}

export interface LineEnd extends Pick<ShellRun, "command" | "output" | "exitCode" | "state"> {
  /** The label of the line's run, such as `tests:fail`; `null` without one. */
  readonly outcome: string | null;
  readonly isError: boolean;
}

/** The most commands that are read of a line, as each costs time in proportion to the line. Longer lines are scripts. */
const MAX_INVOCATIONS = 12;
const COMPOUND = /^(?:for|while|until|if|case|select|function)$/;

/** Returns the commands of a line with their results, without those that read, filter a pipe or hardly ever fail. */
export function invocationsIn(end: LineEnd, project: string): Invocation[] {
  const { command, outcome, state, exitCode, output } = end;
  const list = parseShell(command);
  const typed = command.trim();
  const isWhole = isCompound(list);
  const found = isWhole
    ? [{ typed, folder: undefined, words: typed.split(/\s+/), isRun: false, clues: WHOLE_LINE }].values()
    : readList(list, WHOLE_LINE, { folder: undefined, options: NO_SHELL_OPTIONS, project });
  const all = found.take(MAX_INVOCATIONS).toArray();
  // Returns true if code 0 shows no pass: perhaps no test ran, or another part of a loop failed.
  const isUnsure = (run: string, { isOutputSeen }: ExitClues) =>
    outcome?.endsWith(":unknown") &&
    (isWhole || (isOutputSeen && findRuns(run, []).some(({ kind, idle }) => kind === "tests" || idle)));
  const isOnlyRun = all.filter(({ isRun }) => isRun).length === 1;
  const hasPassed = outcome?.endsWith(":pass");
  const noneFailed = hasPassed && !tellsFailure(output); // otherwise it is unknown which command failed
  return all.map(({ clues, ...invocation }) => {
    const isOver = state === "ended" && !isKilled(exitCode) && !clues.isBackground;
    const code = isOver ? ownCodeOf(clues, exitCode, output) : undefined;
    const isZero = codeOf(clues, exitCode, output) === 0;
    const isShown = isZero && (clues.alternative === undefined || !output.includes(clues.alternative));
    const isPassed = (noneFailed && isShown) || (hasPassed && isOnlyRun && invocation.isRun) || undefined;
    const isHidden = isPipedInside(invocation) || isUnsure(invocation.typed, clues);
    const isOpen = code === undefined || (code === 0 && isHidden);
    const passed = isOpen ? isPassed : code === 0 && !goesOnFailed(invocation.typed, output);
    return { ...invocation, isBackground: clues.isBackground, passed };
  });
}

/** Tells whether another shell ran a pipe, so that code 0 is only that of a reader: `ssh host "make | tail"`. */
function isPipedInside({ words }: Pick<Invocation, "words">): boolean {
  const [shell = "", option = "", line = ""] = words.slice(-3);
  const isInner = words.includes("ssh") ||
    (/^-\w*c$/.test(option) && /^(?:ba|da|z)?sh$/.test(programName(shell)));
  const isRead = /(?<!\|)\|&?\s*(?:awk|cat|[ef]?grep|head|jq|sed|sort|tail|tee|wc)\b/.test(line);
  return isInner && isRead && !line.includes("pipefail");
}

/** Returns the commands of a line alone, judged as if it had ended with code 0 and no output. */
export function callsIn(command: string): Invocation[] {
  const ended = { command, output: "", exitCode: 0, state: "ended", outcome: null, isError: false } as const;
  return invocationsIn(ended, "");
}

/** Tells whether `later` is the same command, or the same run with further targets. */
export function covers(later: Invocation, earlier: Invocation): boolean {
  if (areInTwoFolders(later, earlier)) return false;
  if (invocationKey(later) === invocationKey(earlier)) return true;
  if (!later.isRun || !earlier.isRun || later.words[0] !== earlier.words[0]) return false;
  const [words, wanted] = [new Set(later.words), new Set(earlier.words)];
  const more = [...words.difference(wanted)];
  return wanted.isSubsetOf(words) && earlier.words.some(isTarget) && more.every(isTarget);
}

/** Tells whether `later` only has more options (`git push -u origin x`) or a wrapper (`npx eslint src`). */
export function isVariant(later: Invocation, earlier: Invocation): boolean {
  if (areInTwoFolders(later, earlier)) return false;
  const [wider, words] = [unwrappedWords(later), unwrappedWords(earlier)];
  if (wider.join(" ") === words.join(" ")) return true;
  const missing = [...words];
  const more = wider.filter((word) => {
    const at = missing.indexOf(word);
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  });
  if (missing.length > 0 || wider[0] !== words[0] || more.some((word) => PRINTING.test(word))) return false;
  const isSubcommand = !earlier.isRun && words.length > 1 && wider[1] === words[1];
  const isOption = (word: string) => word.startsWith("-") && !(isTarget(words[1]!) && NARROWING.test(word));
  if (isSubcommand && more.some(isOption)) return true;
  const hasTarget = words.some(isTarget);
  return (earlier.isRun || words.length > 1) &&
    more.every((word, i) =>
      LONG_OPTION.test(word)
        ? !NARROWING.test(word)
        : !word.startsWith("-") && LONG_OPTION.test(more[i - 1] ?? "") && (hasTarget || !isTarget(word))
    );
}

function areInTwoFolders(a: Invocation, b: Invocation): boolean {
  return a.folder !== b.folder && a.folder !== undefined && b.folder !== undefined;
}

/** Tells whether two builds are of different parts: one program in two folders, or with other paths or packages. */
export function buildOtherParts(later: Invocation, earlier: Invocation): boolean {
  const [parts, known] = [later, earlier].map(({ words }) =>
    words.filter((word, i) => isTarget(word) || PLACE_OPTIONS.has(words[i - 1] ?? ""))
      .map((word) => fileName(word.replace(/\/?tsconfig\.json$/, "")) || ".")
  ) as [string[], string[]];
  return later.words[0] === earlier.words[0] && (areInTwoFolders(later, earlier) ||
    (parts.length > 0 && known.length > 0 &&
      !parts.some((one) => known.includes(one) || /^\.(?:\.\.)?$|\.(?:slnx?|xcworkspace)$/.test(one))));
}

const PRINTING = /^--?(?:help|version|dry-run|list|collect-only|no-run|if-present)\b/; // may run nothing
/** Matches a long option. A short one, of one or two letters, mostly selects what is run. */
const LONG_OPTION = /^--?[a-zA-Z][\w-]{2,}/;
const NARROWING = // matches options that select what is run, or change what it reports
  /skip|ignore|exclude|deselect|only|filter|grep|match|pattern|name|select|shard|changed|since|related|fail|short|snapshot|pass|allow-?empty|tags|project|package|workspace|scope|-(?:bin|lib|tests?|example|file|path|dir|run)(?![\w-])|cov|report|json|xml|html|output|trace|watch|duration/i;

/** Returns `pytest` for `uv run pytest`, and `python app.load` for `python3 app/load.py`. */
function unwrappedWords({ words }: Invocation): readonly string[] {
  const inner = unwrap(words).words;
  const [program = "", ...rest] = inner.length === 0 ? words : inner;
  const name = programName(program).replace(/^python3$/, "python");
  if (name !== "python") return [name, ...rest];
  const isModule = rest[0] === "-m";
  if (isModule && !rest[1]?.includes(".")) return rest.slice(1); // mostly a program, such as `pytest`
  const args = rest.slice(isModule ? 1 : 0);
  return [
    name,
    ...args.map((word) => /^[\w/]+\/\w+\.py$/.test(word) ? word.slice(0, -3).replaceAll("/", ".") : word),
  ];
}

export const invocationKey = ({ words }: Pick<Invocation, "words">) => words.join(" ");

/** Returns true for a word that names a file, a folder or a package. */
const isTarget = (word: string) => !word.startsWith("-") && /[./]/.test(word) && !/[*?|$=]/.test(word);

type Found = Omit<Invocation, "passed" | "isBackground"> & { readonly clues: ExitClues };

/** The exit code of a loop or a condition does not show which part failed. */
function isCompound(list: ShellList): boolean {
  return list.some((part) =>
    "group" in part ? isCompound(part.group) : COMPOUND.test(wordsOf(part)[0] ?? "")
  );
}

interface ShellState {
  folder: string | undefined;
  options: ShellOptions;
  readonly project: string;
}

function* readList(list: ShellList, outer: ExitClues, state: ShellState): Generator<Found> {
  for (const [i, part] of list.entries()) {
    const clues = () => cluesAt(list, i, outer, state.options);
    if ("group" in part) yield* readList(part.group, clues(), { ...state });
    else {
      const { words } = part.command;
      if (words[0] === "cd" && words[1] !== undefined) state.folder = fromProject(words[1], state.project);
      state.options = shellOptionsAfter(words, state.options);
      if (list[i - 1]?.operator !== "|" && !isQuiet(part)) yield foundIn(part.command, clues(), state);
    }
  }
}

function isQuiet(part: ShellPart & { readonly command: SimpleCommand }): boolean {
  const { words, hasSubstitution, targets } = part.command;
  return isTrivial(part) || (!hasSubstitution && targets.length === 0 && isReadingCommand(words));
}

function foundIn({ words, heredoc }: SimpleCommand, clues: ExitClues, { folder, project }: ShellState) {
  const own = withoutAssignments(words);
  const [program = "", ...rest] = own;
  const args = rest.filter((word) => !REPORT_OPTIONS.has(word) && !REPORT_OPTION.test(word) && word !== "--")
    .map((word) => fromProject(word, project) ?? ".");
  return {
    folder,
    typed: own.join(" "),
    words: [programName(program), ...args, ...(heredoc === undefined ? [] : [`<<${hashText(heredoc.text)}`])],
    isRun: findRuns(own.join(" "), []).length > 0,
    clues,
  };
}

/** Returns a word as a path in the project, without `./` and a last `/`; `undefined` for the project's folder. */
function fromProject(word: string, project: string): string | undefined {
  const path = word.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "");
  if (path !== "" && path === project) return undefined;
  return project !== "" && path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
}

/** Options that change the report or the order of a run, or end it at the first failure. */
const REPORT_OPTIONS = wordSet(tables.words.report_options);
const REPORT_OPTION = // report options with a value
  /^--(?:tb|color|colors|reporter|reporters|log-level|loglevel|maxfail|format|durations)=/;
