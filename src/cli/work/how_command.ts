import { localTime } from "../frame/plain_text.ts";
import { UsageError } from "../../base/user_error.ts";
import { type KnownCommand, knownCommands } from "../../store/command_runs.ts";
import { Command } from "../frame/command.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { alignRows, plainText } from "../frame/plain_text.ts";
import { readStore } from "../frame/prepare_home.ts";
import { chosenLimit, chosenProject, type PlaceOptions } from "../frame/this_project.ts";

export function howCommand(): Command {
  return new Command("how")
    .argument(
      "[program...]",
      "a program, the first words of a command, or a task: pytest, npm run, test, lint",
    )
    .option("--project <dir>", "in another project first")
    .option("--all", "in every project alike; without a program, all that is known")
    .option("--limit <n>", "the most to list (default: 10)")
    .orJson("mneme how pytest", printCommands);
}

export const DEFAULT_COMMANDS = 10;

/** `mneme how`: prints the commands that sessions ran with a program. Finding nothing is not an error. */
function printCommands(words: readonly string[], flags: PlaceOptions): void {
  const paths = requirePaths();
  const isAll = flags.all === true && words.length === 0;
  const program = isAll ? undefined : requireProgram(words.join(" "));
  const project = chosenProject(flags, paths) ?? "";
  const limit = chosenLimit(flags.limit, isAll ? Number.MAX_SAFE_INTEGER : DEFAULT_COMMANDS);
  const found = readStore(paths, (store) => knownCommands(store, { program, project, limit }));
  if (flags.json) return printJson(found);
  for (const line of alignRows(found.map(commandRow), [0])) printLine(line);
  if (found.length === 0) warnLine(`No session is known to have run ${plainText(program ?? "a command")}`);
}

function commandRow({ command, runs, passes, last_at, elsewhere }: KnownCommand): string[] {
  const place = elsewhere === undefined ? "" : `  (in ${plainText(elsewhere)})`;
  return [`${passes}/${runs} passed`, localTime(last_at).slice(0, 10), `${plainText(command)}${place}`];
}

/** Returns the words with which commands must begin. Throws a `UsageError` for none. */
export function requireProgram(words: string): string {
  if (words.trim() !== "") return words.trim();
  throw new UsageError("Cannot look for a program without its name", {
    hint: "give one, as in `mneme how npm`, or list all with `mneme how --all`",
  });
}
