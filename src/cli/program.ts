// The command `mneme`: loads its subcommands, prints the error that ends one, and chooses the exit code.
import { type Command, CommanderError } from "commander";
import { errorLine, ExitCode, UsageError } from "../base/user_error.ts";
import { VERSION } from "../base/version.ts";
import { asUserError } from "./frame/attempt.ts";
import { Command as MnemeCommand } from "./frame/command.ts";
import { printText, warnLine } from "./frame/output.ts";
import { plainLine } from "./frame/plain_text.ts";

const SUMMARIES = {
  install: "Register mneme with Claude Code or another agent: its hooks, MCP server and skill",
  uninstall: "Undo `mneme install`; all stored data stays",
  doctor: "Check the installation and the data, and say how to fix each problem; status 1 if a check fails",
  pause: "Record and show nothing for a while: everywhere, in one project or in one session",
  unpause: "End all pauses, or only the pause that an option names",
  stats: "Print how much is stored, how much of it was used, and how fast the hooks are",
  view: "Open a page in the browser that shows all stored data, and lets you correct and forget it",
  search: "Find by words what is stored: memories, lessons, prompts, sessions, what tool calls did, code",
  fix: "Print how an earlier session fixed an error",
  how: "Print commands that earlier sessions ran, those of this project first, and how often they passed",
  "restore-text": "Print text that an agent deleted from a file or overwrote; changes no file",
  timeline: "Show what happened before and after a stored item",
  get: "Print stored items in full",
  context: "Print what an agent gets at a session's start or with a prompt, and why; stores nothing",
  sessions: "List, show and forget past sessions",
  memory: "Save, list, correct and forget memories",
  ghap: "List, show, count and forget GHAP entries (goal, hypothesis, action, prediction, then a lesson)",
  values: "List, add, suggest and forget values: short rules that a project goes by",
  scratchpad: "List and show scratchpads (files that agents write for each other), and switch them on",
  triage: "Show which sentences of a transcript are worth remembering, and why; saves nothing",
  replay: "Import earlier sessions from the transcripts of Claude Code or another agent",
  process: "Summarise recorded sessions and make them searchable; the end of a session starts this by itself",
  index: "Make a project's functions, classes and types searchable",
  projects: "List, merge, forget and exclude projects",
  sync: "Share memories between machines or with a team, encrypted, through a folder, git or PostgreSQL",
  backup: "Copy the database into one file; sessions may go on",
  restore: "Replace the database with a backup; mneme keeps a copy of the replaced one",
  prune: "Remove prompts, tool calls and observations of old sessions; memories, lessons, summaries stay",
  vacuum: "Make the database file smaller after something was removed; sessions may go on",
  config: "Show, check and change the settings",
  mcp: "Serve mneme's tools over MCP on stdin and stdout; `mneme install` makes agents start this command",
  call: "Call one of the tools that agents have, and print its result as JSON",
};

/** Each function loads the code of its command, which other commands do not wait for. */
export const COMMANDS: Readonly<Record<keyof typeof SUMMARIES, () => Promise<Command>>> = {
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

/** Each line has a command, then the words by which people mean it. */
const MEANT = ["forget rm remove delete", "list ls", "unpause resume", "doctor status", "stats status"];

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
    mneme.addCommand(command.description(SUMMARIES[name as keyof typeof SUMMARIES]));
  }
  return mneme;
}

export async function run(args: readonly string[]): Promise<number> {
  let running = "mneme";
  try {
    const [first = "", ...rest] = args;
    const isVersion = first === "version" || first === "-v"; // the parser knows `-V`; its `help` takes one name only
    const words = isVersion ? ["--version"] : first === "help" ? [...rest, "--help"] : args;
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
  const isMeant = (name: string) =>
    (MEANT.find((words) => words.startsWith(`${name} `)) ?? name).split(" ").includes(unknown);
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
