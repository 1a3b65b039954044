import { wordSet } from "../shell/command_words.ts";
import type { OutcomeKind } from "./outcome.ts";
import tables from "./runners.json" with { type: "json" };

export interface Runner {
  readonly kind: OutcomeKind;
  /** The name of the format of its output (`formats.json`); `undefined` for a command that starts other programs. */
  readonly format: string | undefined;
}

/** Rows `kind format: program sub|command, …`. The format is `-` for a program without a format of its own. */
const COMMANDS: readonly string[] = tables.commands;

/** Rows `program: options`: options with a value that may stand before the subcommand. */
const OPTIONS: readonly string[] = tables.options;

/** Rows `programs: format: naming of targets: kind of run without a target: options with a value`. */
const TARGETS: readonly string[] = tables.targets;

/**
 * Rows `programs: commands that run a script: other commands`. If the third column is a list, any other word is
 * the name of a script, too. If it is `-`, a script runs only through a command of the second column.
 */
const MANAGERS: readonly string[] = tables.managers;

/** Rows `wrapper|wrapper: number of words to skip: options with a value`. A wrapper runs the command after these. */
const WRAPPERS: readonly string[] = tables.wrappers;

const MAX_CACHED = 1000;

/** Splits only the rows that contain the name: a hook reads one command and need not parse hundreds of rows. */
function rowsWith(rows: readonly string[], name: string): string[][] {
  return rows.filter((row) => row.includes(name)).map((row) => row.split(": "));
}

/** Returns the columns after the first of the row whose first column names the program. */
function rowOf(rows: readonly string[], program: string): readonly string[] | undefined {
  return rowsWith(rows, program).find(([names = ""]) => names.split(" ").includes(program))?.slice(1);
}

/** Returns the commands of a row: the program, the words after it, if any, and the runner. */
function commandsIn([key = "", entries = ""]: readonly string[]) {
  const [kind, format] = key.split(" ") as [OutcomeKind, string];
  const runner: Runner = { kind, format: format === "-" ? undefined : format };
  return entries.split(", ").flatMap((entry) => {
    const [program = "", ...words] = entry.split(" ");
    const alternatives = words.pop()?.split("|").map((last) => [...words, last]) ?? [[]];
    return alternatives.map((each) => ({ program, words: each, runner }));
  });
}

/** Returns `find` with a cache, whose size is bounded for processes that live longer than a hook. */
function cached<T>(find: (name: string) => T): (name: string) => T {
  const results = new Map<string, T>();
  return (name) => {
    if (results.size >= MAX_CACHED) results.clear();
    return results.getOrInsertComputed(name, find);
  };
}

/** Returns the commands of the rows that contain a name, of all rows for `""`. */
export function commandsWith(name: string) {
  return rowsWith(COMMANDS, name).flatMap(commandsIn);
}

/** Returns the commands of a program that test or build, and its options; `undefined` for a program without any. */
export const findProgram = cached((name) => {
  const subcommands = commandsWith(name).filter(({ program }) => program === name);
  return subcommands.length === 0
    ? undefined
    : { options: wordSet(rowOf(OPTIONS, name)?.[0] ?? ""), subcommands };
});

/** Returns the row of a program whose operands name targets; `undefined` for any other program. */
export const findTargetProgram = cached((program) => {
  const [format, naming, byDefault, options] = rowOf(TARGETS, program) ?? [];
  if (format === undefined || naming === undefined || options === undefined) return undefined;
  return {
    format,
    naming,
    options: wordSet(options),
    byDefault: byDefault === "-" ? undefined : byDefault as OutcomeKind,
  };
});

/** Returns the row of a program that runs a project's scripts; `undefined` for any other program. */
export const findManager = cached((program) => {
  const [runs, own] = rowOf(MANAGERS, program) ?? [];
  if (runs === undefined || own === undefined) return undefined;
  return { runs: wordSet(runs), own: own === "-" ? undefined : wordSet(own) };
});

/** A program that runs the command after its options. */
export type Wrapper = ReturnType<typeof findWrappers>[number];

/**
 * Returns the wrappers whose name begins with a program: `docker exec` and `docker run` for `docker`. `tail`: the words
 * of the name after the first; `skip`: the number of words between the options and the command, such as an image.
 */
export const findWrappers = cached((program) =>
  rowsWith(WRAPPERS, program).flatMap(([names = "", skip, options = ""]) =>
    names.split("|").map((name) => name.split(" ")).filter(([first]) => first === program)
      .map(([_, ...tail]) => ({ tail, options: wordSet(options), skip: Number(skip) }))
  )
);

/** Counts programs such as `make` and `npm`, which run a project's commands and report at the end if one failed. */
export function countStarters(line: string): number {
  const names = [...TARGETS.filter((row) => /: (?:make|ninja): /.test(row)), ...MANAGERS]
    .flatMap((row) => row.slice(0, row.indexOf(":")).split(" ")).filter((name) => name !== "deno");
  return line.match(new RegExp(`(?:^|[\\s/(;&|'"])(?:${names.join("|")})(?= |$)`, "gm"))?.length ?? 0;
}
