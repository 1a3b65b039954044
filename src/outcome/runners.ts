// Looks up a program in the tables of `runners.json`: its commands, its targets, its options.
import { wordSet } from "../shell/command_words.ts";
import type { OutcomeKind } from "./outcome.ts";
import tables from "./runners.json" with { type: "json" };

export interface Runner {
  readonly kind: OutcomeKind;
  /** The format of its output in `formats.json`; `undefined` for a command that starts other programs. */
  readonly format: string | undefined;
}

/** Rows `kind format: program sub|command, …`; the format `-` is none. */
const COMMANDS: readonly string[] = tables.commands;

/** Rows `program: options`: those with a value that may stand before the subcommand. */
const OPTIONS: readonly string[] = tables.options;

/** Rows `programs: format: naming of targets: kind of run without a target: options with a value`. */
const TARGETS: readonly string[] = tables.targets;

/**
 * Rows `programs: commands that run a script: other commands`. Any other word is a script, too, unless the
 * third column is `-`.
 */
const MANAGERS: readonly string[] = tables.managers;

/** Rows `wrapper|wrapper: number of words to skip: options with a value`. */
const WRAPPERS: readonly string[] = tables.wrappers;

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
  return rowsWith(COMMANDS, name).flatMap(commandsIn);
}

/** Returns a program's commands that test or build, and its options. */
export const findProgram = cached((name) => {
  const subcommands = commandsWith(name).filter(({ program }) => program === name);
  return subcommands.length === 0
    ? undefined
    : { options: wordSet(rowOf(OPTIONS, name)?.[0] ?? ""), subcommands };
});

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

export const findManager = cached((program) => {
  const [runs, own] = rowOf(MANAGERS, program) ?? [];
  if (runs === undefined || own === undefined) return undefined;
  return { runs: wordSet(runs), own: own === "-" ? undefined : wordSet(own) };
});

export type Wrapper = ReturnType<typeof findWrappers>[number];

/**
 * Returns the wrappers of a program: `docker exec` and `docker run` for `docker`. `tail`: the further words
 * of the name. `skip`: the words between options and command, such as an image.
 */
export const findWrappers = cached((program) =>
  rowsWith(WRAPPERS, program).flatMap(([names = "", skip, options = ""]) =>
    names.split("|").map((name) => name.split(" ")).filter(([first]) => first === program)
      .map(([_, ...tail]) => ({ tail, options: wordSet(options), skip: Number(skip) }))
  )
);

/** Counts starters, such as `make` and `npm`, in a line. */
export function countStarters(line: string): number {
  const names = [...TARGETS.filter((row) => /: (?:make|ninja): /.test(row)), ...MANAGERS]
    .flatMap((row) => row.slice(0, row.indexOf(":")).split(" ")).filter((name) => name !== "deno");
  return line.match(new RegExp(`(?:^|[\\s/(;&|'"])(?:${names.join("|")})(?= |$)`, "gm"))?.length ?? 0;
}
