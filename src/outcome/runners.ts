import type { OutcomeKind } from "./outcome.ts";
import tables from "./runners.json" with { type: "json" };
import { wordSet } from "./words.ts";

/** A command that tests or builds. */
export interface Runner {
  readonly kind: OutcomeKind;
  /** The name of its summary's format; `undefined` for a command that starts other programs. */
  readonly format: string | undefined;
}

/** `kind format: program sub|command, …`; the format of a program that starts others is a dash. */
const COMMANDS: readonly string[] = tables.commands;

/** Options with a value that may stand in front of the subcommand. */
const OPTIONS: readonly string[] = tables.options;

/** `programs: format: how targets are named: what runs without one: options with a value`. */
const TARGETS: readonly string[] = tables.targets;

/** `program: words that run a script: words of its own, where any other word is a script too`. */
const MANAGERS: readonly string[] = tables.managers;

/** `words|alternatives: number of words to skip: options with a value`: they run the command behind them. */
const WRAPPERS: readonly string[] = tables.wrappers;

const MAX_KNOWN = 1000;

/** Splits only the rows that hold the name: a hook reads one command, and need not parse hundreds. */
function rowsWith(rows: readonly string[], name: string): string[][] {
  return rows.filter((row) => row.includes(name)).map((row) => row.split(": "));
}

/** Returns the columns behind the first, of the row whose first column names the program. */
function rowOf(rows: readonly string[], program: string): readonly string[] | undefined {
  return rowsWith(rows, program).find(([names = ""]) => names.split(" ").includes(program))?.slice(1);
}

/** A command of a program: the words behind it, and what it runs. */
interface Subcommand {
  readonly program: string;
  readonly words: readonly string[];
  readonly runner: Runner;
}

function commandsIn([key = "", entries = ""]: readonly string[]): Subcommand[] {
  const [kind, format] = key.split(" ") as [OutcomeKind, string];
  const runner: Runner = { kind, format: format === "-" ? undefined : format };
  return entries.split(", ").flatMap((entry) => {
    const [program = "", ...words] = entry.split(" ");
    const alternatives = words.pop()?.split("|").map((last) => [...words, last]) ?? [[]];
    return alternatives.map((each) => ({ program, words: each, runner }));
  });
}

/** Caches the results by name, up to a bound for programs that live longer than a hook. */
function remembered<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(name, find(name));
    }
    return known.get(name)!;
  };
}

/** Finds a program's commands, and its options with a value in front of these; `undefined` for others. */
export const findProgram = remembered((name) => {
  const subcommands = rowsWith(COMMANDS, name).flatMap(commandsIn).filter(({ program }) => program === name);
  return subcommands.length === 0
    ? undefined
    : { options: wordSet(rowOf(OPTIONS, name)?.[0] ?? ""), subcommands };
});

/** Lists every command of the table, as it is typed. */
export function commandsOfTable(): string[] {
  return rowsWith(COMMANDS, "").flatMap(commandsIn).map(({ program, words }) =>
    [program.replace(/^py:/, "python -m "), ...words].join(" ")
  );
}

/** Finds a program whose words name targets: how it names them, and the kind of its work without any. */
export const findTargetProgram = remembered((program) => {
  const [format, naming, byDefault, options] = rowOf(TARGETS, program) ?? [];
  if (format === undefined || naming === undefined || options === undefined) return undefined;
  return {
    format,
    naming,
    options: wordSet(options),
    byDefault: byDefault === "-" ? undefined : byDefault as OutcomeKind,
  };
});

/** Finds a program that runs a project's scripts; without `own`, only behind a word of `runs`. */
export const findManager = remembered((program) => {
  const [runs, own] = rowOf(MANAGERS, program) ?? [];
  if (runs === undefined || own === undefined) return undefined;
  return { runs: wordSet(runs), own: own === "-" ? undefined : wordSet(own) };
});

/** A program that runs the command behind its options. */
export interface Wrapper {
  /** Words that belong to its name: `compose exec`. */
  readonly tail: readonly string[];
  /** Options that take a value. */
  readonly options: ReadonlySet<string>;
  /** Words between the options and the command: how long, which service, which image. */
  readonly skip: number;
}

export const findWrappers: (program: string) => readonly Wrapper[] = remembered((program) =>
  rowsWith(WRAPPERS, program).flatMap(([names = "", skip, options = ""]) =>
    names.split("|").map((name) => name.split(" ")).filter(([first]) => first === program)
      .map(([_, ...tail]) => ({ tail, options: wordSet(options), skip: Number(skip) }))
  )
);

/**
 * Counts the starters in a line: programs such as `make` and `npm`, which run a project's own commands and
 * report at the end that one failed.
 */
export function countStarters(line: string): number {
  const names = [...TARGETS.filter((row) => /: (?:make|ninja): /.test(row)), ...MANAGERS]
    .flatMap((row) => row.slice(0, row.indexOf(":")).split(" ")).filter((name) => name !== "deno");
  return line.match(new RegExp(`(?:^|[\\s/(;&|'"])(?:${names.join("|")})(?= |$)`, "gm"))?.length ?? 0;
}
