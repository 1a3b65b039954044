import { type Command, CommanderError } from "commander";
import { errorLine, ExitCode, UsageError } from "../base/user_error.ts";
import { VERSION } from "../base/version.ts";
import { asUserError } from "./frame/attempt.ts";
import { Command as MnemeCommand } from "./frame/command.ts";
import { printText, warnLine } from "./frame/output.ts";
import { plainLine } from "./frame/plain_text.ts";

/** A command as `mneme --help` shows it; its code is loaded only if the command is used. */
export interface CommandRow {
  readonly alias?: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** All commands of `mneme` by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  install: {
    alias: "install-hooks",
    summary: "Register the hooks, the MCP server and the skill with Claude Code",
    load: async () => (await import("./install/install_command.ts")).installCommand(),
  },
  uninstall: {
    alias: "uninstall-hooks",
    summary: "Remove hooks, MCP server and skill from Claude Code; memories stay unless --purge",
    load: async () => (await import("./install/install_command.ts")).uninstallCommand(),
  },
  upgrade: {
    summary: "Verify the archive of a release and switch to its version",
    load: async () => (await import("./upgrade_command.ts")).upgradeCommand(),
  },
  rollback: {
    summary: "Switch back to the version that was in use before the last upgrade",
    load: async () => (await import("./upgrade_command.ts")).rollbackCommand(),
  },
  doctor: {
    summary: "Check everything and say how to fix what is wrong; status 1 if anything fails",
    load: async () => (await import("./doctor/doctor_command.ts")).doctorCommand(),
  },
  pause: {
    summary: "Record and show nothing for a while: everywhere, in one project or in one session",
    load: async () => (await import("./pause_command.ts")).pauseCommand(),
  },
  unpause: {
    summary: "End every pause, or the one of a project or session",
    load: async () => (await import("./pause_command.ts")).unpauseCommand(),
  },
  stats: {
    summary: "Print how much is stored, how much of it was used, and how fast the hooks are",
    load: async () => (await import("./stats_command.ts")).statsCommand(),
  },
  view: {
    summary: "Open a page that shows what is stored and why, and lets you correct and forget it",
    load: async () => (await import("./view/view_command.ts")).viewCommand(),
  },
  search: {
    summary: "Find memories, lessons, values, prompts, sessions, observations, scratchpads and code by words",
    load: async () => (await import("./search/search_command.ts")).searchCommand(),
  },
  fix: {
    summary: "Print what made an error go away in an earlier session: afterwards the same call passed",
    load: async () => (await import("./work_commands.ts")).fixCommand(),
  },
  how: {
    summary: "Print whole commands that sessions have run, and how often they passed; this project first",
    load: async () => (await import("./work_commands.ts")).howCommand(),
  },
  "restore-text": {
    summary:
      "Print text that an agent replaced or overwrote in a file, from the recorded edits; writes no file",
    load: async () => (await import("./restore_text_command.ts")).restoreTextCommand(),
  },
  timeline: {
    summary: "Show what happened around an item in its session and project",
    load: async () => (await import("./search/timeline_command.ts")).timelineCommand(),
  },
  get: {
    summary: "Print items in full, with their evidence",
    load: async () => (await import("./get_command.ts")).getCommand(),
  },
  context: {
    summary: "Print exactly what mneme adds to a session start or a prompt, and why; stores nothing",
    load: async () => (await import("./context_command.ts")).contextCommand(),
  },
  sessions: {
    summary: "List past sessions, show and forget them",
    load: async () => (await import("./sessions_command.ts")).sessionsCommand(),
  },
  memory: {
    summary: "Save, list, correct and forget memories",
    load: async () => (await import("./memory/memory_command.ts")).memoryCommand(),
  },
  ghap: {
    summary:
      "List, show and forget GHAP entries (goal, hypothesis, action, prediction), and how often they come true",
    load: async () => (await import("./ghap_command.ts")).ghapCommand(),
  },
  values: {
    summary: "List, add, suggest and forget the values of this project",
    load: async () => (await import("./values_command.ts")).valuesCommand(),
  },
  scratchpad: {
    summary: "List, show and search scratchpads, and switch them on for a project",
    load: async () => (await import("./scratchpad_command.ts")).scratchpadCommand(),
  },
  triage: {
    summary: "Show what is worth remembering in a transcript, and why; saves none of it, asks no model",
    load: async () => (await import("./triage_command.ts")).triageCommand(),
  },
  replay: {
    alias: "import-history",
    summary: "Import recorded sessions of Claude Code, as if the hooks had seen them",
    load: async () => (await import("./replay/replay_command.ts")).replayCommand(),
  },
  process: {
    summary: "Make observations and summaries of recorded sessions, index them, and tidy up",
    load: async () => (await import("./process/process_command.ts")).processCommand(),
  },
  index: {
    summary: "Index a project's source code, so that search and context find functions, classes and types",
    load: async () => (await import("./index/index_command.ts")).indexCommand(),
  },
  projects: {
    summary: "List, merge, forget and exclude projects",
    load: async () => (await import("./projects_command.ts")).projectsCommand(),
  },
  sync: {
    summary:
      "Share memories between machines, or with a team, through PostgreSQL, a folder or git; encrypted",
    load: async () => (await import("./sync/sync_command.ts")).syncCommand(),
  },
  backup: {
    summary: "Copy the whole database into one file, while sessions run",
    load: async () => (await import("./backup/backup_command.ts")).backupCommand(),
  },
  restore: {
    summary: "Replace the database with a backup; mneme keeps a copy of the replaced one",
    load: async () => (await import("./backup/backup_command.ts")).restoreCommand(),
  },
  prune: {
    summary: "Remove the details of old sessions; memories, lessons and summaries stay",
    load: async () => (await import("./backup/prune_command.ts")).pruneCommand(),
  },
  vacuum: {
    summary: "Return the space of removed rows to the disk, while hooks run",
    load: async () => (await import("./backup/prune_command.ts")).vacuumCommand(),
  },
  config: {
    summary: "See, check and change the settings",
    load: async () => (await import("./config/config_command.ts")).configCommand(),
  },
  mcp: {
    summary: "Serve the tools for agents over MCP on stdin and stdout; started by Claude Code",
    load: async () => (await import("./mcp/server.ts")).mcpCommand(),
  },
  call: {
    summary: "Run one tool of the MCP server and print its result as JSON",
    load: async () => (await import("./mcp/all_tools.ts")).callCommand(),
  },
};

/** Builds the command `mneme`. Loads only the subcommands whose names are among the arguments. */
async function program(args: readonly string[]): Promise<Command> {
  const mneme = new MnemeCommand("mneme")
    .description("Memory for Claude Code: captures sessions, brings back what matters")
    .version(VERSION)
    .configureHelp({ subcommandTerm: (command) => command.name() }) // with all options the lines would not fit a terminal
    .addHelpText("after", '\nExample:\n  mneme search "flaky checkout test"');
  const rows = Object.entries(COMMANDS);
  const isNamed = ([name, { alias = name }]: [string, CommandRow]) =>
    args.includes(name) || args.includes(alias);
  for (const row of rows) {
    const [name, { summary, load }] = row;
    const command = isNamed(row) ? await load() : new MnemeCommand(name);
    mneme.addCommand(command.description(summary));
  }
  return mneme;
}

/** Runs the command and returns its exit code. An error is printed as one line, here and nowhere else. */
export async function run(args: readonly string[]): Promise<number> {
  let running = "mneme";
  try {
    const mneme = await program(args);
    mneme.hook("preAction", (_, command) => void (running = typed(command as Command)));
    reportUsageErrors(mneme);
    await mneme.parseAsync([...args], { from: "user" });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    warnLine(`mneme: ${errorLine(asUserError(`finish \`${running}\``, error))}`);
    return error instanceof UsageError ? ExitCode.Usage : ExitCode.Failed;
  }
}

/** The most UTF-16 units of the parser's message: it repeats the argument, which may be long. */
const MAX_UNITS = 200;

/** Makes the parser report a wrong argument like all other errors: in one line, with a hint. */
function reportUsageErrors(mneme: Command): void {
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
