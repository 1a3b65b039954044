import { Command } from "commander";
import { allSteps, installSteps } from "../install/all_steps.ts";
import { printReports } from "../install/print_reports.ts";
import { addStepOptions, type StepOptions, typedScope } from "../install/scope_options.ts";
import { prepareHome } from "../prepare_home.ts";

interface InstallOptions extends StepOptions {
  readonly bin?: string;
}

/** `mneme install`: registers the hooks with Claude Code and makes the data folder. */
export function installCommand(): Command {
  return addStepOptions(new Command("install").alias("install-hooks"))
    .description("register the hooks in the settings of Claude Code")
    .option("--bin <dir>", "folder of the hook executables (default: where mneme itself lies)")
    .addHelpText("after", "\nExample:\n  mneme install --dry-run")
    .action(install);
}

function install(options: InstallOptions): void {
  const mode = options.dryRun === true ? "preview" : "apply";
  const reports = installSteps(allSteps(options), mode, prepareHome);
  printReports(reports, options, [
    "Restart Claude Code for the hooks to take effect.",
    `To undo: mneme uninstall${typedScope(options)}`,
  ]);
}
