import type { Command } from "commander";
import { UsageError } from "../core/user_error.ts";
import { plainLine } from "./plain_text.ts";

/** Of what the parser says, which repeats the argument. */
const MAX_UNITS = 200;

/** Has the parser tell a wrong argument as every other error is told: one line, with what to do. */
export function tellUsageErrors(mneme: Command, args: readonly string[]): void {
  for (const command of everyCommand(mneme)) {
    const advice = adviceOf(command, args);
    // A word that is a command of some group is no misspelt other one.
    if (groupsWith(mneme, args[0]).length > 0) command.showSuggestionAfterError(false);
    command.exitOverride().configureOutput({
      outputError: (text, write) => write(`mneme: ${usageLine(text, advice)}\n`),
    });
  }
}

/** A `UsageError` for `mneme help foo`, which the parser answers with all that it has. */
export function requireHelpTopic(mneme: Command, args: readonly string[]): void {
  let group = mneme;
  for (const [i, word] of args.entries()) {
    const topic = args[i + 1];
    if (word === "help" && group.commands.length > 0) {
      if (topic === undefined || topic.startsWith("-") || topic === "help") return;
      if (childOf(group, topic) !== undefined) return;
      const line = `error: unknown command '${topic}'`;
      throw new UsageError(usageLine(line, adviceOf(group, [topic])));
    }
    const child = childOf(group, word);
    if (child === undefined) return;
    group = child;
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap((child) => everyCommand(child as Command))];
}

/** The parser's text is `error: what is wrong`, often with a line `(Did you mean that?)`. */
function usageLine(text: string, advice: string): string {
  const [, what = "", guess] = /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(text.trim()) ??
    [];
  const meant = guess === undefined ? "" : ` (did you mean ${guess}?)`;
  return `Cannot read the command line: ${plainLine(what, MAX_UNITS)}${meant}; ${advice}`;
}

function adviceOf(command: Command, args: readonly string[]): string {
  if (command.parent !== null) return `\`${typed(command)} --help\` shows how it is used`;
  const groups = groupsWith(command, args[0]);
  if (groups.length === 0) return "`mneme help` lists the commands";
  const meant = groups.map((group) => `\`${typed(group)} ${args[0]}\``).join(", ");
  return `there ${groups.length > 1 ? "are" : "is"} ${meant}`;
}

/** What a word may have meant that is no command but one of a group: `mneme forget` for `mneme memory forget`. */
function groupsWith(mneme: Command, word: string | undefined): Command[] {
  if (word === undefined || childOf(mneme, word) !== undefined) return [];
  return (mneme.commands as Command[]).filter((group) => childOf(group, word) !== undefined);
}

function childOf(group: Command, word: string): Command | undefined {
  const isMeant = (command: Command) => command.name() === word || command.aliases().includes(word);
  return (group.commands as Command[]).find(isMeant);
}

/** The command as it is typed: `mneme projects forget`. */
function typed(command: Command): string {
  return command.parent === null ? command.name() : `${typed(command.parent as Command)} ${command.name()}`;
}
