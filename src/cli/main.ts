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
import { requireHelpTopic, tellUsageErrors } from "./usage_errors.ts";

/** Every command of `mneme`; in the order of its help. */
function program(): Command {
  return new Command("mneme")
    .description("Memory for Claude Code: captures sessions, brings back what matters")
    .version(VERSION)
    .configureHelp({ subcommandTerm: (command) => command.name() }) // with all their options no line fits a terminal
    .addHelpText("after", '\nExample:\n  mneme search "flaky checkout test"')
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
}

/** The one place where an error of the command becomes a line and a status. */
async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    const mneme = program();
    tellUsageErrors(mneme, args);
    requireHelpTopic(mneme, args);
    await mneme.parseAsync([...args], { from: "user" });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    const message = withoutFlags(error instanceof Error ? error.message : String(error));
    const hint = error instanceof UserError && error.hint !== undefined ? `; ${error.hint}` : "";
    warnLine(`mneme: ${message}${hint}`);
    return error instanceof UsageError ? ExitCode.Usage : ExitCode.Failed;
  }
}

/** What the runtime says of a path in /proc, /dev or /sys advises flags that an executable does not take. */
function withoutFlags(message: string): string {
  return message.replace(
    /Requires all access to ("[^"]*").*/s,
    "$1 is where the system keeps files of its own",
  );
}

Deno.exit(await run(Deno.args));
