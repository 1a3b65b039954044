import { Command } from "commander";
import { allSteps, executablesOf, installSteps } from "../install/all_steps.ts";
import { printReports } from "../install/print_reports.ts";
import { addStepOptions, type StepOptions, typedScope } from "../install/scope_options.ts";
import { typedCommand } from "../install/typed_command.ts";
import { prepareHome } from "../prepare_home.ts";

interface InstallOptions extends StepOptions {
  readonly bin?: string;
}

const ONLY_HOOKS = "Only the hooks: without --settings the MCP server and the skill are installed, too.";

/** `mneme install`: registers hooks, MCP server and skill with Claude Code and makes the data folder. */
export function installCommand(): Command {
  return addStepOptions(new Command("install").alias("install-hooks"))
    .description("Register the hooks, the MCP server and the skill with Claude Code")
    .option("--bin <dir>", "folder of the hook executables (default: where mneme itself lies)")
    .addHelpText("after", "\nExample:\n  mneme install --dry-run")
    .action(install);
}

function install(options: InstallOptions): void {
  const mode = options.dryRun === true ? "preview" : "apply";
  const reports = installSteps(allSteps(options), mode, prepareHome);
  printReports(reports, options, [
    ...(options.settings === undefined ? [] : [ONLY_HOOKS]),
    "Restart Claude Code for the hooks to take effect.",
    ...howToType(executablesOf(options)),
    `To undo: mneme uninstall${typedScope(options)}`,
  ]);
}

/** Nothing where a shell starts this mneme for `mneme`, as hints take for granted. */
function howToType(executables: string): string[] {
  const { found, isThis, line } = typedCommand(executables);
  if (isThis) return [];
  const why = found === undefined ? "does not find mneme yet" : `takes ${found} for mneme`;
  return [`Your shell ${why}; add to its profile: ${line}`];
}
