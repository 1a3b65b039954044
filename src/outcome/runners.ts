// Looks up a program in the tables of `runners.json`: its commands, its targets, its options.
import { cached } from "../base/hash.ts";
import { wordSet } from "../shell/command_words.ts";
import type { OutcomeKind } from "./outcome.ts";
import tables from "./runners.json" with { type: "json" };

export interface Runner {
  readonly kind: OutcomeKind;
  /** The format of its output in `formats.json`; `undefined` for a command that starts other programs. */
  readonly format: string | undefined;
}

// The rows of `runners.json` have columns with ": " between them.
// `commands`: kind and format (`-`: none); `program sub|command, …`. `py:NAME` is `python -m NAME`.
// `options`: program; options with a value that may stand before the subcommand.
// `targets`: programs; format; naming of targets; kind of run without a target (`-`: none); options with a value.
// `namings`, lists, as patterns may have ": ": a naming of targets; those that test; those that build.
// `managers`: programs; commands that run a script; other commands. Unless the third column is `-`, any other
// word is a script, too.
// `wrappers`: `wrapper|wrapper`; number of words to skip; options with a value; words with the command behind them.
// `idle`: programs, or formats; words with which a run only prints; words with which it waits or stops early.
// `words`: lists of names, options and words of summaries, which the files beside this one explain.

/** Splits only rows that contain the name, as a hook reads one command. */
function rowsWith(rows: readonly string[], name: string): string[][] {
  return rows.filter((row) => row.includes(name)).map((row) => row.split(": "));
}

/** Returns the row whose first column names the program, without that column. */
function rowOf(rows: readonly string[], program: string): readonly string[] | undefined {
  return rowsWith(rows, program).find(([names = ""]) => names.split(" ").includes(program))?.slice(1);
}

export function commandsIn([key = "", entries = ""]: readonly string[]) {
  const [kind, format] = key.split(" ") as [OutcomeKind, string];
  const runner: Runner = { kind, format: format === "-" ? undefined : format };
  return entries.split(", ").flatMap((entry) => {
    const [program = "", ...words] = entry.split(" ");
    const alternatives = words.pop()?.split("|").map((last) => [...words, last]) ?? [[]];
    return alternatives.map((each) => ({ program, words: each, runner }));
  });
}

export const findProgram = cached((name) => {
  const subcommands = rowsWith(tables.commands, name).flatMap(commandsIn)
    .filter(({ program }) => program === name);
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

/** Returns the words with which a run of this program or format has no result: it prints, or waits or stops early. */
export const findIdleWords = cached((name) => rowOf(tables.idle, name)?.map(wordSet) ?? []);

export type Wrapper = ReturnType<typeof findWrappers>[number];

/**
 * Returns the wrappers of a program: `docker exec` and `docker run` for `docker`. `tail`: the further words
 * of the name. `skip`: the words between options and command, such as an image.
 */
export const findWrappers = cached((program) =>
  rowsWith(tables.wrappers, program).flatMap(([names = "", skip, options = "", marks = ""]) =>
    names.split("|").map((name) => name.split(" ")).filter(([first]) => first === program)
      .map(([_, ...tail]) => ({ tail, options: wordSet(options), skip: Number(skip), marks: wordSet(marks) }))
  )
);

/** Counts the commands of a line that start others, such as `make` and `npm`; not `deno`, which has its own tests. */
export function countStarters(line: string): number {
  const names = [...tables.targets.filter((row) => /: (?:make|ninja): /.test(row)), ...tables.managers]
    .flatMap((row) => row.slice(0, row.indexOf(":")).split(" ")).filter((name) => name !== "deno");
  return line.match(new RegExp(`(?:^|[\\s/(;&|'"])(?:${names.join("|")})(?= |$)`, "gm"))?.length ?? 0;
}
