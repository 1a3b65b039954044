import { hashText } from "../base/hash.ts";
import { isReadingCommand, programName, withoutAssignments, wordSet } from "../shell/command_words.ts";
import { parseShell, type ShellList, type ShellPart, type SimpleCommand } from "../shell/shell_split.ts";
import {
  cluesAt,
  type ExitClues,
  isKilled,
  isTrivial,
  NO_SHELL_OPTIONS,
  ownCodeOf,
  type ShellOptions,
  shellOptionsAfter,
  WHOLE_LINE,
  wordsOf,
} from "./exit_clues.ts";
import { findRuns } from "./find_runs.ts";
import type { ShellRun } from "./outcome.ts";
import { unwrap } from "./wrappers.ts";

/** One command of a shell line, in a normal form by which it is recognized in another line. */
export interface Invocation {
  /** The command's words as they are in the line, without quotes. */
  readonly typed: string;
  /** The folder of the last `cd` before it, relative to the project; `undefined` for the project's own. */
  readonly folder: string | undefined;
  /** The program and its arguments, without assignments and without `REPORT_OPTIONS`. */
  readonly words: readonly string[];
  readonly isRun: boolean;
  /** `undefined` if the end of the line does not show it. */
  readonly passed: boolean | undefined;
  readonly isBackground: boolean;
}

export interface LineEnd extends Pick<ShellRun, "command" | "output" | "exitCode" | "state"> {
  /** The label of the line's test run or build, such as `tests:fail`; `null` without one. */
  readonly outcome: string | null;
  /** True if the client reports the call as a failure. */
  readonly isError: boolean;
}

/** The most commands that are returned for a line: a longer one is a script, which nobody repeats word for word. */
const MAX_INVOCATIONS = 12;
/** Matches keywords that begin a loop, a condition or a function. */
const COMPOUND = /^(?:for|while|until|if|case|select|function)$/;

/** Returns the commands of a line and their success, without filters and commands that only look. Never throws. */
export function invocationsIn(end: LineEnd, project: string): Invocation[] {
  const list = parseShell(end.command);
  const found = isCompound(list)
    ? [wholeLine(end.command)]
    : readList(list, WHOLE_LINE, { folder: undefined, options: NO_SHELL_OPTIONS, project });
  const isPassed = end.outcome?.endsWith(":pass") ?? false;
  return found.slice(0, MAX_INVOCATIONS).map(({ clues, ...invocation }) => ({
    ...invocation,
    isBackground: clues.isBackground,
    passed: passedBy(clues, end) ?? (isPassed && end.exitCode === 0 ? true : undefined),
  }));
}

/** Tells whether a call failed by itself, and not because it was interrupted, killed or out of time. */
export function hasFailed({ outcome, exitCode, state, isError }: LineEnd): boolean {
  if (state !== "ended" || isKilled(exitCode)) return false;
  return isError || (outcome?.endsWith(":fail") ?? false);
}

/** Returns true for the same command, and for the same test run or build with further targets. */
export function covers(later: Invocation, earlier: Invocation): boolean {
  if (areInTwoFolders(later, earlier)) return false;
  if (invocationKey(later) === invocationKey(earlier)) return true;
  if (!later.isRun || !earlier.isRun || later.words[0] !== earlier.words[0]) return false;
  const wanted = new Set(earlier.words);
  const more = later.words.filter((word) => !wanted.has(word));
  const isWhole = earlier.words.every((word) => later.words.includes(word));
  return isWhole && earlier.words.some(isTarget) && more.every(isTarget);
}

/** Returns true for more options (`git push -u origin x`, `./gradlew test --offline`) or a wrapper (`npx eslint src`). */
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
  if (isSubcommand && more.some((word) => word.startsWith("-"))) return true;
  const hasTarget = words.some(isTarget);
  return (earlier.isRun || words.length > 1) &&
    more.every((word, i) =>
      LONG_OPTION.test(word)
        ? !NARROWING.test(word)
        : !word.startsWith("-") && LONG_OPTION.test(more[i - 1] ?? "") && (hasTarget || !isTarget(word))
    );
}

/** Tells whether the two commands ran in two different folders below the project. */
function areInTwoFolders(a: Invocation, b: Invocation): boolean {
  return a.folder !== b.folder && a.folder !== undefined && b.folder !== undefined;
}

/** Matches options with which a command only prints something, or does nothing. */
const PRINTING = /^--?(?:help|version|dry-run|list|collect-only|no-run|if-present)\b/;
/** Matches an option with a long name. An option of one or two letters mostly selects what is run. */
const LONG_OPTION = /^--?[a-zA-Z][\w-]{2,}/;
/** Matches options with which a run does less, or prints something else. */
const NARROWING =
  /skip|ignore|exclude|deselect|only|filter|grep|match|pattern|name|select|shard|changed|since|related|fail|short|snapshot|pass|allow-?empty|tags|project|package|workspace|scope|-(?:bin|lib|tests?|example|file|path|dir|run)\b|cov|report|json|xml|html|output|trace|watch|duration/i;

/**
 * Returns `eslint src` for `npx eslint src`, `pytest` for `uv run pytest` and `python3 -m pytest`, and `python app.load`
 * for `python3 app/load.py` and `python3 -m app.load`.
 */
function unwrappedWords({ words }: Invocation): readonly string[] {
  const inner = unwrap(words).words;
  const [program = "", ...rest] = inner.length === 0 ? words : inner;
  const name = programName(program).replace(/^python3$/, "python");
  if (name !== "python") return [name, ...rest];
  const isModule = rest[0] === "-m";
  if (isModule && !rest[1]?.includes(".")) return rest.slice(1); // mostly a program, such as `pytest`
  return [name, ...rest.slice(isModule ? 1 : 0).map(asModule)];
}

/** Returns `app.load` for `app/load.py`. */
function asModule(word: string): string {
  return /^[\w/]+\/\w+\.py$/.test(word) ? word.slice(0, -".py".length).replaceAll("/", ".") : word;
}

export function invocationKey({ words }: Pick<Invocation, "words">): string {
  return words.join(" ");
}

/** Tells whether a word is a target of a run, such as a file or a package: `./color/...`, `tests/test_a.py`. */
function isTarget(word: string): boolean {
  return !word.startsWith("-") && /[./]/.test(word) && !/[*?|$=]/.test(word);
}

type Found = Omit<Invocation, "passed" | "isBackground"> & { readonly clues: ExitClues };

/** Tells whether a list contains a loop or a condition: its exit code does not show which part failed. */
function isCompound(list: ShellList): boolean {
  return list.some((part) =>
    "group" in part ? isCompound(part.group) : COMPOUND.test(wordsOf(part)[0] ?? "")
  );
}

function wholeLine(line: string): Found {
  const typed = line.trim();
  return { typed, folder: undefined, words: typed.split(/\s+/), isRun: false, clues: WHOLE_LINE };
}

interface ShellState {
  folder: string | undefined;
  options: ShellOptions;
  readonly project: string;
}

function readList(list: ShellList, outer: ExitClues, state: ShellState): Found[] {
  return list.flatMap((part, i) => {
    const clues = cluesAt(list, i, outer, state.options);
    if ("group" in part) return readList(part.group, clues, { ...state });
    const { words } = part.command;
    if (words[0] === "cd" && words[1] !== undefined) state.folder = fromProject(words[1], state.project);
    state.options = shellOptionsAfter(words, state.options);
    const isFilter = list[i - 1]?.operator === "|";
    return isFilter || isQuiet(part) ? [] : [foundIn(part.command, clues, state)];
  });
}

/** Tells whether a part only reads or prints, or is assumed not to fail. */
function isQuiet(part: ShellPart & { readonly command: SimpleCommand }): boolean {
  const { words, hasSubstitution, writesFile } = part.command;
  return words.length === 0 || isTrivial(part) ||
    (!hasSubstitution && !writesFile && isReadingCommand(words));
}

function foundIn(
  { words, heredoc }: SimpleCommand,
  clues: ExitClues,
  { folder, project }: ShellState,
): Found {
  const own = withoutAssignments(words);
  const [program = "", ...rest] = own;
  const args = rest.filter((word) => !REPORT_OPTIONS.has(word) && !REPORT_OPTION.test(word) && word !== "--")
    .map((word) => fromProject(word, project) ?? ".");
  return {
    folder,
    typed: words.join(" "),
    words: [programName(program), ...args, ...(heredoc === undefined ? [] : [`<<${hashText(heredoc)}`])],
    isRun: findRuns(own.join(" "), []).length > 0,
    clues,
  };
}

/**
 * Returns a word as a path relative to the project, without a `./` before it and a `/` after it; `undefined` for the
 * project's folder.
 */
function fromProject(word: string, project: string): string | undefined {
  const path = word.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "");
  if (project === "" || !path.startsWith(project)) return path;
  if (path.length === project.length) return undefined;
  return path[project.length] === "/" ? path.slice(project.length + 1) : path;
}

/** Options that change how a run reports, in which order it runs, or whether it ends at its first failure. */
const REPORT_OPTIONS = wordSet(
  "-v -vv -vvv -q -qq -s -x -sv -vs -xvs --verbose --quiet --silent --color --no-color --colour --nocapture " +
    "--bail --ci --runInBand --no-header --no-summary --watch=false --watchAll=false --run --no-coverage " +
    "--showlocals --ff --lf --failfast --fail-fast --stacktrace --info --debug --no-cov --exitfirst -count=1 --no-progress --progress=plain",
);
/** Matches options of the same kinds that have a value. */
const REPORT_OPTION =
  /^--(?:tb|color|colors|reporter|reporters|log-level|loglevel|maxfail|format|durations)=/;

function passedBy(clues: ExitClues, { exitCode, output, state }: LineEnd): boolean | undefined {
  if (state !== "ended" || isKilled(exitCode) || clues.isBackground) return undefined;
  const code = ownCodeOf(clues, exitCode, output);
  return code === undefined ? undefined : code === 0;
}
