import { Command, CommanderError } from "commander";
import { errorLine, ExitCode, UsageError } from "../../base/user_error.ts";
import { VERSION } from "../../base/version.ts";
import { asUserError } from "../frame/attempt.ts";
import { type CommandRow, COMMANDS } from "./commands.ts";
import { printText, warnLine } from "../frame/output.ts";
import { plainLine } from "../frame/plain_text.ts";

/** Builds the command `mneme`. Loads only the subcommands whose names are among the arguments. */
async function program(args: readonly string[]): Promise<Command> {
  const mneme = new Command("mneme")
    .description("Memory for Claude Code: captures sessions, brings back what matters")
    .version(VERSION)
    .configureHelp({ subcommandTerm: (command) => command.name() }) // with all options the lines would not fit a terminal
    .addHelpText("after", '\nExample:\n  mneme search "flaky checkout test"');
  const rows = Object.entries(COMMANDS);
  const isNamed = ([name, { alias = name }]: [string, CommandRow]) =>
    args.includes(name) || args.includes(alias);
  for (const row of rows) {
    const [name, { summary, load }] = row;
    const command = isNamed(row) ? await load() : new Command(name);
    mneme.addCommand(command.description(summary));
  }
  return mneme;
}

/** Runs the command and returns its exit code. An error is printed as one line, here and nowhere else. */
export async function run(args: readonly string[]): Promise<number> {
  let doing = "mneme";
  try {
    const mneme = await program(args);
    mneme.hook("preAction", (_, command) => void (doing = typed(command as Command)));
    tellUsageErrors(mneme);
    await mneme.parseAsync([...args], { from: "user" });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    warnLine(`mneme: ${errorLine(asUserError(`finish \`${doing}\``, error))}`);
    return error instanceof UsageError ? ExitCode.Usage : ExitCode.Failed;
  }
}

/** The most UTF-16 units of the parser's message, as it repeats the argument. */
const MAX_UNITS = 200;

/** Makes the parser report a wrong argument like all other errors: in one line, with a hint. */
function tellUsageErrors(mneme: Command): void {
  for (const command of everyCommand(mneme)) {
    const advice = command === mneme
      ? "`mneme help` lists the commands"
      : `\`${typed(command)} --help\` shows how it is used`;
    command.exitOverride().configureOutput({
      writeOut: printText, // `printText` makes no error if help is piped into `head`
      outputError: (text, write) => write(`mneme: ${usageLine(text, advice)}\n`),
    });
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap((child) => everyCommand(child as Command))];
}

/** Returns the line for the parser's text `error: what is wrong`, which may add `(Did you mean that?)`. */
function usageLine(text: string, advice: string): string {
  const [, what = "", guess] = /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(text.trim()) ??
    [];
  const meant = guess === undefined ? "" : ` (did you mean ${guess}?)`;
  return `Cannot read the command line: ${plainLine(what, MAX_UNITS)}${meant}; ${advice}`;
}

/** Returns the command as it is typed: `mneme projects forget`. */
function typed(command: Command): string {
  return command.parent === null ? command.name() : `${typed(command.parent as Command)} ${command.name()}`;
}
