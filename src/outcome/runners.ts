// Looks up programs in the tables of `runners.json`, and judges the names of scripts, targets and files.
import { wordSet } from "../shell/command_words.ts";
import type { OutcomeKind } from "./outcome.ts";
import tables from "./runners.json" with { type: "json" };

export interface Runner {
  readonly kind: OutcomeKind;
  /** The format of its output in `formats.json`; `undefined` for a command that starts other programs. */
  readonly format: string | undefined;
}

export interface Classified extends Runner {
  /** True if the run has no result: it only prints, never ends, or stops before its work. */
  readonly isIdle: boolean;
}

// The rows of `runners.json` have columns with ": " between them.
// `commands`: kind and format (`-`: none); `program sub|command, …`.
// `options`: program; options with a value that may stand before the subcommand.
// `targets`: programs; format; naming of targets; kind of run without one (`-`: none); options with a value.
// `managers`: programs; commands that run a script; other commands. Unless the third column is `-`, any other
// word is a script, too.
// `wrappers`: `wrapper|wrapper`; number of words to skip; options with a value.

const MAX_CACHED = 1000;

/** Splits only rows that contain the name, as a hook reads one command. */
function rowsWith(rows: readonly string[], name: string): string[][] {
  return rows.filter((row) => row.includes(name)).map((row) => row.split(": "));
}

/** Returns the row whose first column names the program, without that column. */
function rowOf(rows: readonly string[], program: string): readonly string[] | undefined {
  return rowsWith(rows, program).find(([names = ""]) => names.split(" ").includes(program))?.slice(1);
}

function commandsIn([key = "", entries = ""]: readonly string[]) {
  const [kind, format] = key.split(" ") as [OutcomeKind, string];
  const runner: Runner = { kind, format: format === "-" ? undefined : format };
  return entries.split(", ").flatMap((entry) => {
    const [program = "", ...words] = entry.split(" ");
    const alternatives = words.pop()?.split("|").map((last) => [...words, last]) ?? [[]];
    return alternatives.map((each) => ({ program, words: each, runner }));
  });
}

/** Returns `find` with a cache. It is bounded, because some programs run longer than a hook. */
function cached<T>(find: (name: string) => T): (name: string) => T {
  const results = new Map<string, T>();
  return (name) => {
    if (results.size >= MAX_CACHED) results.clear();
    return results.getOrInsertComputed(name, find);
  };
}

export function commandsWith(name: string) {
  return rowsWith(tables.commands, name).flatMap(commandsIn);
}

/** Returns a program's commands that test or build, and its options. */
export const findProgram = cached((name) => {
  const subcommands = commandsWith(name).filter(({ program }) => program === name);
  return subcommands.length === 0
    ? undefined
    : { options: wordSet(rowOf(tables.options, name)?.[0] ?? ""), subcommands };
});

export const findTargetProgram = cached((program) => {
  const [format, naming, byDefault, options] = rowOf(tables.targets, program) ?? [];
  if (format === undefined || naming === undefined || options === undefined) return undefined;
  return {
    format,
    naming,
    options: wordSet(options),
    byDefault: byDefault === "-" ? undefined : byDefault as OutcomeKind,
  };
});

export const findManager = cached((program) => {
  const [runs, own] = rowOf(tables.managers, program) ?? [];
  if (runs === undefined || own === undefined) return undefined;
  return { runs: wordSet(runs), own: own === "-" ? undefined : wordSet(own) };
});

export type Wrapper = ReturnType<typeof findWrappers>[number];

/**
 * Returns the wrappers of a program: `docker exec` and `docker run` for `docker`. `tail`: the further words
 * of the name. `skip`: the words between options and command, such as an image.
 */
export const findWrappers = cached((program) =>
  rowsWith(tables.wrappers, program).flatMap(([names = "", skip, options = ""]) =>
    names.split("|").map((name) => name.split(" ")).filter(([first]) => first === program)
      .map(([_, ...tail]) => ({ tail, options: wordSet(options), skip: Number(skip) }))
  )
);

/** Counts starters, such as `make` and `npm`, in a line. */
export function countStarters(line: string): number {
  const names = [...tables.targets.filter((row) => /: (?:make|ninja): /.test(row)), ...tables.managers]
    .flatMap((row) => row.slice(0, row.indexOf(":")).split(" ")).filter((name) => name !== "deno");
  return line.match(new RegExp(`(?:^|[\\s/(;&|'"])(?:${names.join("|")})(?= |$)`, "gm"))?.length ?? 0;
}

const TESTS = wordSet(
  "test tests testing unit units unittest unittests spec specs e2e integration coverage cov smoke " +
    "jest vitest pytest mocha cypress playwright selftest",
);
const BUILDS = wordSet("build builds bundle compile typecheck tsc rebuild buildall");
const MAKE_TESTS = wordSet("check checks verify ci tck installcheck distcheck");
const MAKE_BUILDS = wordSet("all dist release debug binary binaries lib exe app");
/** Names with one of these words are about tests or builds, but run neither: `test-setup`. */
const OTHER_WORK = wordSet(
  "lint fmt format clean install setup prepare fixture fixtures data db deploy publish report " +
    "serve start stop seed deps generate gen up down env logs shell push pull help list rm remove",
);
const WATCHING = wordSet("watch dev open interactive");

/** Returns the kind of run that a name suggests. `loose` knows the usual names in makefiles, too. */
export function targetKind(name: string, style: "script" | "loose"): OutcomeKind | undefined {
  const parts = partsOf(name);
  if (parts.some((part) => OTHER_WORK.has(part))) return undefined;
  for (const part of parts) {
    if (TESTS.has(part) || (style === "loose" && MAKE_TESTS.has(part))) return "tests";
    if (BUILDS.has(part) || (style === "loose" && MAKE_BUILDS.has(part))) return "builds";
  }
  return undefined;
}

function watches(name: string): boolean {
  return partsOf(name).some((part) => WATCHING.has(part));
}

function partsOf(name: string): readonly string[] {
  return name.replace("type-check", "typecheck").toLowerCase().split(/[-_:./]/);
}

export function classifyScript(script: string, words: readonly string[]): Classified | undefined {
  const kind = targetKind(script, "script");
  return kind && { kind, format: undefined, isIdle: watches(script) || isIdle(words, undefined) };
}

export function fileKind(path: string): OutcomeKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,4}$/, "").toLowerCase();
  const isTest = path.endsWith(".t") || // a test of Perl or Raku
    /^(?:(?:run|do|all|unit|integration|e2e|smoke|functional|system)[-_.]?){0,3}tests?(?:[-_.]|$)/.test(
      name,
    ) ||
    /[-_.](?:tests?|specs?)$/.test(name) || name === "runtests" ||
    /(?:^|\/)tests?\/(?:\S+\/)?(?:run|all|main|index)(?:[-_.][^/]*)?$/.test(path);
  if (isTest) return "tests";
  return /^(?:(?:run|do)[-_.]?)?(?:build|compile)(?:[-_.]|$)|[-_.]build$/.test(name) ? "builds" : undefined;
}

const PRINTING_OPTIONS = wordSet(
  "-h --help --version --dry-run --list --list-tests --listTests --collect-only --show-config --showConfig " +
    "--show-only --init",
);
const WAITING_OPTIONS = wordSet("--watch --watchAll --watch-all --ui");
/** Rows `format: words with which it only prints: words with which it waits or stops early`. */
const WORDS_BY_FORMAT = new Map(
  tables.idle.map((row) => row.split(":")).map(([format = "", printing = "", idle = ""]) => [
    format,
    { printing: wordSet(printing.trim()), idle: wordSet(idle.trim()) },
  ]),
);
const OFF = /^--(?:watch|watchAll|ui|dry-run)=(?:false|0|no|none)$/;

export function isIdle(words: readonly string[], format: string | undefined): boolean {
  return onlyPrints(words, format) ||
    hasWord(words, WAITING_OPTIONS, WORDS_BY_FORMAT.get(format ?? "")?.idle);
}

export function onlyPrints(words: readonly string[], format: string | undefined): boolean {
  return hasWord(words, PRINTING_OPTIONS, WORDS_BY_FORMAT.get(format ?? "")?.printing);
}

function hasWord(
  words: readonly string[],
  general: ReadonlySet<string>,
  ofFormat: ReadonlySet<string> | undefined,
): boolean {
  return words.some((word, i) => {
    if (words[i + 1] === "false") return false;
    if (ofFormat?.has(word) || general.has(word)) return true;
    return word.startsWith("--") && !OFF.test(word) && general.has(word.split("=", 1)[0]!);
  });
}
