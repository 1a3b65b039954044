import { hashText } from "../base/hash.ts";
import { parseShell, type ShellList, type ShellPart, type SimpleCommand } from "../shell/shell_split.ts";
import { isReadingCommand } from "../shell/reading.ts";
import { wordsOf } from "./echoes.ts";
import {
  type Fate,
  fateIn,
  isKilled,
  isTrivial,
  NO_SHELL_OPTIONS,
  ownCodeOf,
  type ShellOptions,
  shellOptionsBehind,
  WHOLE_LINE,
} from "./fate.ts";
import { findRuns } from "./find_runs.ts";
import type { ShellRun } from "./outcome.ts";
import { isAssignment, programName, wordSet } from "./words.ts";
import { unwrap } from "./wrappers.ts";

/** A command of a shell line, in a form by which it is recognised in another line. */
export interface Called {
  /** Its words as they are in the line, without quotes. */
  readonly typed: string;
  /** The folder that a `cd` before it names, as seen from the project; `undefined` for the project itself. */
  readonly folder: string | undefined;
  /** Without assignments, and without the options of `MANNER`. */
  readonly words: readonly string[];
  /** True for a test run or a build: such a run with more targets covers one with fewer. */
  readonly isRun: boolean;
  /** `undefined` where the line does not tell. */
  readonly passed: boolean | undefined;
}

/** The end of a call of the shell; `outcome` is the label of its test run or build, such as `tests:fail`. */
export interface LineEnd extends Pick<ShellRun, "command" | "output" | "exitCode" | "state"> {
  readonly outcome: string | null;
  /** The client calls it a failure. */
  readonly isError: boolean;
}

/** A line with more commands is a script, which nobody runs again word for word. */
const MAX_CALLED = 12;
const COMPOUND = /^(?:for|while|until|if|case|select|function)$/;

/** Returns the commands of a line and whether each passed. Never throws. */
export function calledIn(end: LineEnd, project: string): Called[] {
  const list = parseShell(end.command);
  const found = isCompound(list) ? [wholeLine(end.command)] : commandsOf(list, project);
  const isPassed = end.outcome?.endsWith(":pass") ?? false;
  return found.slice(0, MAX_CALLED).map(({ fate, ...called }) => ({
    ...called,
    passed: passedBy(fate, end) ?? (isPassed && end.exitCode === 0 ? true : undefined),
  }));
}

/** True for a call that failed by itself: it was not interrupted, out of time or killed. */
export function hasFailed({ outcome, exitCode, state, isError }: LineEnd): boolean {
  if (state !== "ended" || isKilled(exitCode)) return false;
  return isError || (outcome?.endsWith(":fail") ?? false);
}

/** Tells whether a run of `later` includes a run of `earlier`. */
export function covers(later: Called, earlier: Called): boolean {
  if (later.folder !== earlier.folder && later.folder !== undefined && earlier.folder !== undefined) {
    return false;
  }
  if (keyOf(later) === keyOf(earlier)) return true;
  if (!later.isRun || !earlier.isRun || later.words[0] !== earlier.words[0]) return false;
  const wanted = new Set(earlier.words);
  const more = later.words.filter((word) => !wanted.has(word));
  const isWhole = earlier.words.every((word) => later.words.includes(word));
  return isWhole && earlier.words.some(isTarget) && more.every(isTarget);
}

/**
 * Tells whether `later` does the work of `earlier` in another way: with more options (`git push -u origin
 * x`, `./gradlew test --offline`), or through another program (`npx eslint src`).
 */
export function isSameWish(later: Called, earlier: Called): boolean {
  if (later.folder !== earlier.folder && later.folder !== undefined && earlier.folder !== undefined) {
    return false;
  }
  const [wider, words] = [plainWords(later), plainWords(earlier)];
  if (wider.join(" ") === words.join(" ")) return true;
  const left = [...words];
  const more = wider.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (left.length > 0 || wider[0] !== words[0] || more.some((word) => TELLING.test(word))) return false;
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

/** Matches options by which a call only tells something. */
const TELLING = /^--?(?:help|version|dry-run|list|collect-only|no-run|if-present)\b/;
/** Matches an option that is spelled out; a letter mostly names what is run. */
const LONG_OPTION = /^--?[a-zA-Z][\w-]{2,}/;
/** Matches options by which a run does less, or prints otherwise. */
const NARROWING =
  /skip|ignore|exclude|deselect|only|filter|grep|match|pattern|name|select|shard|changed|since|related|fail|short|snapshot|pass|allow-?empty|tags|project|package|workspace|scope|-(?:bin|lib|tests?|example|file|path|dir|run)\b|cov|report|json|xml|html|output|trace|watch|duration/i;

/** Returns `eslint src` for `npx eslint src`, `pytest` for `uv run pytest` and `python3 -m pytest`. */
function plainWords({ words }: Called): readonly string[] {
  const inner = unwrap(words).words;
  const [program = "", ...rest] = inner.length === 0 ? words : inner;
  const name = programName(program).replace(/^python3$/, "python");
  return name === "python" && rest[0] === "-m" ? rest.slice(1) : [name, ...rest];
}

/** Returns a command's words as one text, which is equal in each line that holds the command. */
export function keyOf({ words }: Pick<Called, "words">): string {
  return words.join(" ");
}

/** Tells whether a word is a target of a run: `./color/...`, `tests/test_a.py`. A run takes several. */
function isTarget(word: string): boolean {
  return !word.startsWith("-") && /[./]/.test(word) && !/[*?|$=]/.test(word);
}

type Found = Omit<Called, "passed"> & { readonly fate: Fate };

/** Tells whether a list holds a loop or a condition, whose failed part cannot be told. */
function isCompound(list: ShellList): boolean {
  return list.some((part) =>
    "group" in part ? isCompound(part.group) : COMPOUND.test(wordsOf(part)[0] ?? "")
  );
}

function wholeLine(line: string): Found {
  return {
    folder: undefined,
    typed: line.trim(),
    words: line.trim().split(/\s+/),
    isRun: false,
    fate: WHOLE_LINE,
  };
}

interface Place {
  folder: string | undefined;
  options: ShellOptions;
  readonly project: string;
}

function commandsOf(list: ShellList, project: string): Found[] {
  const place: Place = { folder: undefined, options: NO_SHELL_OPTIONS, project };
  return readList(list, WHOLE_LINE, place);
}

function readList(list: ShellList, outer: Fate, place: Place): Found[] {
  return list.flatMap((part, i) => {
    const fate = fateIn(list, i, outer, place.options);
    if ("group" in part) return readList(part.group, fate, place);
    notePlace(part.command.words, place);
    const isFilter = list[i - 1]?.operator === "|";
    return isFilter || isQuiet(part) ? [] : [foundIn(part.command, fate, place)];
  });
}

function notePlace(words: readonly string[], place: Place): void {
  if (words[0] === "cd" && words[1] !== undefined) place.folder = below(words[1], place.project);
  place.options = shellOptionsBehind(words, place.options);
}

/** Tells whether a part only looks, or never fails by itself. */
function isQuiet(part: ShellPart & { readonly command: SimpleCommand }): boolean {
  const { words, hasSubstitution, writesFile } = part.command;
  return words.length === 0 || isTrivial(part) ||
    (!hasSubstitution && !writesFile && isReadingCommand(words));
}

function foundIn({ words, heredoc }: SimpleCommand, fate: Fate, { folder, project }: Place): Found {
  const own = words.slice(words.findIndex((word) => !isAssignment(word)));
  const [program = "", ...rest] = own;
  const told = withoutManner(rest).map((word) => below(word, project) ?? ".");
  return {
    folder,
    typed: words.join(" "),
    words: [programName(program), ...told, ...(heredoc === undefined ? [] : [`<<${hashText(heredoc)}`])],
    isRun: findRuns(own.join(" "), []).length > 0,
    fate,
  };
}

/** Returns a path as seen from the project, `undefined` for the project itself; other words are unchanged. */
function below(word: string, project: string): string | undefined {
  const path = word.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "");
  if (project === "" || !path.startsWith(project)) return path;
  if (path.length === project.length) return undefined;
  return path[project.length] === "/" ? path.slice(project.length + 1) : path;
}

/** Options that change how a run reports, in which order it runs, or whether it ends at its first failure. */
const MANNER = wordSet(
  "-v -vv -vvv -q -qq -s -x -sv -vs -xvs --verbose --quiet --silent --color --no-color --colour --nocapture " +
    "--bail --ci --runInBand --no-header --no-summary --watch=false --watchAll=false --run --no-coverage " +
    "--showlocals --ff --lf --failfast --fail-fast --stacktrace --info --debug --no-cov --exitfirst -count=1 --no-progress --progress=plain",
);
const MANNER_START = /^--(?:tb|color|colors|reporter|reporters|log-level|loglevel|maxfail|format|durations)=/;

function withoutManner(words: readonly string[]): string[] {
  return words.filter((word) => !MANNER.has(word) && !MANNER_START.test(word) && word !== "--");
}

function passedBy(fate: Fate, { exitCode, output, state }: LineEnd): boolean | undefined {
  if (state !== "ended" || isKilled(exitCode) || fate.isBackground) return undefined;
  const code = ownCodeOf(fate, exitCode, output);
  return code === undefined ? undefined : code === 0;
}
