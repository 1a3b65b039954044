// The command `mneme`: its subcommands, and the one place that prints errors and chooses the exit code.
import { type Command, CommanderError } from "commander";
import { errorLine, ExitCode, UsageError } from "../base/user_error.ts";
import { VERSION } from "../base/version.ts";
import { asUserError } from "./frame/attempt.ts";
import { Command as MnemeCommand } from "./frame/command.ts";
import { printText, warnLine } from "./frame/output.ts";
import { plainLine } from "./frame/plain_text.ts";
import names from "./command_names.json" with { type: "json" };

const SYNONYMS: Record<string, string> = names.synonyms;

/** The code of a command is loaded only if the command is used. */
export const COMMANDS: Readonly<Record<keyof typeof names.summaries, () => Promise<Command>>> = {
  install: async () => (await import("./install/install_command.ts")).installCommand(),
  uninstall: async () => (await import("./install/install_command.ts")).uninstallCommand(),
  doctor: async () => (await import("./doctor/doctor_command.ts")).doctorCommand(),
  pause: async () => (await import("./pause_command.ts")).pauseCommand(),
  unpause: async () => (await import("./pause_command.ts")).unpauseCommand(),
  stats: async () => (await import("./stats_command.ts")).statsCommand(),
  view: async () => (await import("./view/view_command.ts")).viewCommand(),
  search: async () => (await import("./search/search_command.ts")).searchCommand(),
  fix: async () => (await import("./work_commands.ts")).fixCommand(),
  how: async () => (await import("./work_commands.ts")).howCommand(),
  "restore-text": async () => (await import("./restore_text_command.ts")).restoreTextCommand(),
  timeline: async () => (await import("./search/timeline_command.ts")).timelineCommand(),
  get: async () => (await import("./items/whole_item.ts")).getCommand(),
  context: async () => (await import("./context_command.ts")).contextCommand(),
  sessions: async () => (await import("./sessions_command.ts")).sessionsCommand(),
  memory: async () => (await import("./memory/memory_command.ts")).memoryCommand(),
  ghap: async () => (await import("./ghap_command.ts")).ghapCommand(),
  values: async () => (await import("./values_command.ts")).valuesCommand(),
  scratchpad: async () => (await import("./scratchpad_command.ts")).scratchpadCommand(),
  triage: async () => (await import("./triage_command.ts")).triageCommand(),
  replay: async () => (await import("./replay/replay_command.ts")).replayCommand(),
  process: async () => (await import("./process/process_command.ts")).processCommand(),
  index: async () => (await import("./index/index_command.ts")).indexCommand(),
  projects: async () => (await import("./projects_command.ts")).projectsCommand(),
  sync: async () => (await import("./sync/sync_command.ts")).syncCommand(),
  backup: async () => (await import("./backup/backup_command.ts")).backupCommand(),
  restore: async () => (await import("./backup/backup_command.ts")).restoreCommand(),
  prune: async () => (await import("./backup/prune_command.ts")).pruneCommand(),
  vacuum: async () => (await import("./backup/prune_command.ts")).vacuumCommand(),
  config: async () => (await import("./config/config_command.ts")).configCommand(),
  mcp: async () => (await import("./mcp/server.ts")).mcpCommand(),
  call: async () => (await import("./mcp/all_tools.ts")).callCommand(),
};

const ALIASES: Readonly<Record<string, string>> = {
  "install-hooks": "install",
  "uninstall-hooks": "uninstall",
  "import-history": "replay",
};

/** Loads only the commands that `args` name; all of them for an unknown name, to suggest the right one. */
async function program(args: readonly string[]): Promise<Command> {
  const mneme = new MnemeCommand("mneme")
    .description("Memory for coding agents: records sessions and tells later ones what they need to know")
    .version(VERSION)
    .configureHelp({ subcommandTerm: (command) => command.name() }) // with all options, lines would be too long
    .addHelpText("after", '\nExample:\n  mneme search "flaky checkout test"');
  const words = new Set(args.map((word) => ALIASES[word] ?? word));
  const [first = "help"] = args.filter((word) => !word.startsWith("-"));
  const isUnknown = first !== "help" && !Object.hasOwn(COMMANDS, ALIASES[first] ?? first);
  if (isUnknown) mneme.helpOption(false); // else `foo --help` would not say that `foo` is unknown
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = words.has(name) || isUnknown ? await load() : new MnemeCommand(name);
    mneme.addCommand(command.description(names.summaries[name as keyof typeof names.summaries]));
  }
  return mneme;
}

export async function run(args: readonly string[]): Promise<number> {
  let running = "mneme";
  try {
    const [first = "", ...rest] = args;
    const version = ["--version"];
    // The parser's `help` takes one name only, and its `-V` is a capital.
    const rewritten = new Map([["help", [...rest, "--help"]], ["version", version], ["-v", version]]);
    const words = rewritten.get(first) ?? args;
    const mneme = await program(words);
    mneme.hook("preAction", (_, command) => void (running = typed(command as Command)));
    for (const command of everyCommand(mneme)) {
      command.configureHelp({ ...command.configureHelp(), minWidthToWrap: 20 });
      command.exitOverride().configureOutput({
        writeOut: printText, // no error if help is piped into `head`
        writeErr: printText, // the help of a command that needs a subcommand
        getOutHelpWidth: helpWidth,
        getErrHelpWidth: helpWidth,
        outputError: (text) => warnLine(`mneme: ${usageLine(text, command, mneme)}`),
      });
    }
    await mneme.parseAsync([...words], { from: "user" });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    warnLine(`mneme: ${errorLine(asUserError(`finish \`${running}\``, error))}`);
    return error instanceof UsageError ? ExitCode.Usage : ExitCode.Failed;
  }
}

const helpWidth = () => Deno.stdout.isTerminal() ? Deno.consoleSize().columns : 80;

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap((child) => everyCommand(child as Command))];
}

/** Rewords an error of the parser. Its `text` is `error: …`, perhaps with a second line `(Did you mean …?)`. */
function usageLine(text: string, command: Command, mneme: Command): string {
  const [, what = "", guess] = /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(text.trim()) ??
    [];
  const unknown = /^unknown command '(.*)'$/.exec(what)?.[1] ?? "";
  const isMeant = (name: string) => [name, ...SYNONYMS[name]?.split(" ") ?? []].includes(unknown);
  const called = everyCommand(mneme).filter((one) => isMeant(one.name()));
  const meant = called.map((one) => `\`${typed(one)}\``).join(", ") || guess;
  const isText = what.startsWith("unknown option") && command.registeredArguments.length > 0;
  const rule = isText ? "; put `--` before a text that begins with a hyphen" : "";
  const question = meant === undefined ? rule : ` (did you mean ${meant}?)`;
  const advice = command === mneme
    ? "`mneme help` lists the commands"
    : `\`${typed(command)} --help\` shows how it is used`;
  return `Cannot read the command line: ${plainLine(what, 200)}${question}; ${advice}`;
}

function typed(command: Command): string {
  return command.parent === null ? command.name() : `${typed(command.parent as Command)} ${command.name()}`;
}
