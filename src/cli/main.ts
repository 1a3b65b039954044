import { Command, CommanderError } from "commander";
import { ExitCode } from "../core/exit_code.ts";
import { UsageError, UserError } from "../core/user_error.ts";
import { VERSION } from "../core/version.ts";
import { backupCommand } from "./commands/backup.ts";
import { callCommand } from "./commands/call.ts";
import { configCommand } from "./commands/config.ts";
import { contextCommand } from "./commands/context.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { getCommand } from "./commands/get.ts";
import { ghapCommand } from "./commands/ghap.ts";
import { indexCommand } from "./commands/index.ts";
import { installCommand } from "./commands/install.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { memoryCommand } from "./commands/memory.ts";
import { pauseCommand, unpauseCommand } from "./commands/pause.ts";
import { processCommand } from "./commands/process.ts";
import { projectsCommand } from "./commands/projects.ts";
import { pruneCommand } from "./commands/prune.ts";
import { replayCommand } from "./commands/replay.ts";
import { restoreCommand } from "./commands/restore.ts";
import { rollbackCommand } from "./commands/rollback.ts";
import { scratchpadCommand } from "./commands/scratchpad.ts";
import { searchCommand } from "./commands/search.ts";
import { sessionsCommand } from "./commands/sessions.ts";
import { statsCommand } from "./commands/stats.ts";
import { timelineCommand } from "./commands/timeline.ts";
import { triageCommand } from "./commands/triage.ts";
import { uninstallCommand } from "./commands/uninstall.ts";
import { upgradeCommand } from "./commands/upgrade.ts";
import { vacuumCommand } from "./commands/vacuum.ts";
import { valuesCommand } from "./commands/values.ts";
import { warnLine } from "./output.ts";

/** Every command of `mneme`; in the order of its help. What is advised after an error goes by the arguments. */
function program(args: readonly string[]): Command {
  const mneme = new Command("mneme")
    .description("Memory for Claude Code: captures sessions, brings back what matters")
    .version(VERSION)
    .configureHelp({ subcommandTerm: (command) => command.name() }) // with all their options no line fits a terminal
    .addCommand(installCommand())
    .addCommand(uninstallCommand())
    .addCommand(upgradeCommand())
    .addCommand(rollbackCommand())
    .addCommand(doctorCommand())
    .addCommand(pauseCommand())
    .addCommand(unpauseCommand())
    .addCommand(statsCommand())
    .addCommand(searchCommand())
    .addCommand(timelineCommand())
    .addCommand(getCommand())
    .addCommand(contextCommand())
    .addCommand(sessionsCommand())
    .addCommand(memoryCommand())
    .addCommand(ghapCommand())
    .addCommand(valuesCommand())
    .addCommand(scratchpadCommand())
    .addCommand(triageCommand())
    .addCommand(replayCommand())
    .addCommand(processCommand())
    .addCommand(indexCommand())
    .addCommand(projectsCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(pruneCommand())
    .addCommand(vacuumCommand())
    .addCommand(configCommand())
    .addCommand(mcpCommand())
    .addCommand(callCommand());
  for (const command of everyCommand(mneme)) command.exitOverride().showHelpAfterError(advice(command));
  adviseGroups(mneme, args[0]);
  return mneme;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap((child) => everyCommand(child as Command))];
}

function advice(command: Command): string {
  if (command.parent === null) return "(`mneme help` lists the commands)";
  return `(\`${typed(command)} --help\` shows how it is used)`;
}

/** What an unknown command may have meant that is one of a group: `mneme forget` for `mneme memory forget`. */
function adviseGroups(mneme: Command, word: string | undefined): void {
  const groups = mneme.commands.filter((group) => group.commands.some((command) => command.name() === word));
  if (groups.length === 0 || mneme.commands.some((command) => command.name() === word)) return;
  const meant = groups.map((group) => `\`${typed(group as Command)} ${word}\``).join(", ");
  mneme.showSuggestionAfterError(false).showHelpAfterError(
    `(there ${groups.length > 1 ? "are" : "is"} ${meant})`,
  );
}

/** The command as it is typed: `mneme projects forget`. */
function typed(command: Command): string {
  return command.parent === null ? command.name() : `${typed(command.parent as Command)} ${command.name()}`;
}

/** The one place where an error of the command becomes a line and a status. */
async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    await program(args).parseAsync([...args], { from: "user" });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof UserError && error.hint !== undefined ? `; ${error.hint}` : "";
    warnLine(`mneme: ${message}${hint}`);
    return error instanceof UsageError ? ExitCode.Usage : ExitCode.Failed;
  }
}

Deno.exit(await run(Deno.args));
