import { Command } from "commander";
import { allSteps, uninstallSteps } from "../install/all_steps.ts";
import { printReports } from "../install/print_reports.ts";
import { addStepOptions, type StepOptions, typedScope } from "../install/scope_options.ts";

/** `mneme uninstall`: takes hooks, MCP server and skill out again; what is remembered stays. */
export function uninstallCommand(): Command {
  return addStepOptions(new Command("uninstall").alias("uninstall-hooks"))
    .description("take hooks, MCP server and skill out of Claude Code again; what is remembered stays")
    .addHelpText("after", "\nExample:\n  mneme uninstall --dry-run")
    .action(uninstall);
}

function uninstall(options: StepOptions): void {
  const mode = options.dryRun === true ? "preview" : "apply";
  const reports = uninstallSteps(allSteps(options), mode);
  printReports(reports, options, [
    "Restart Claude Code for it to forget the hooks.",
    `To undo: mneme install${typedScope(options)}`,
  ]);
}
