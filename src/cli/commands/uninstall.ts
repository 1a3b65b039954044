import { Command } from "commander";
import { allSteps, uninstallSteps } from "../install/all_steps.ts";
import { printReports } from "../install/print_reports.ts";
import { purge, type PurgeOptions } from "../install/run_purge.ts";
import { addStepOptions, typedScope } from "../install/scope_options.ts";

/** `mneme uninstall`: takes hooks, MCP server and skill out again; with `--purge` all of mneme. */
export function uninstallCommand(): Command {
  return addStepOptions(new Command("uninstall").alias("uninstall-hooks"))
    .description("Take hooks, MCP server and skill out of Claude Code again; what is remembered stays")
    .option("--purge", "show all that there is of mneme: also what is remembered, and the executables")
    .option("--yes", "with --purge: delete it")
    .addHelpText("after", "\nExample:\n  mneme uninstall --dry-run")
    .action(uninstall);
}

function uninstall(options: PurgeOptions & { readonly purge?: true }): void {
  if (options.purge === true) return purge(options);
  const mode = options.dryRun === true ? "preview" : "apply";
  const reports = uninstallSteps(allSteps(options), mode);
  printReports(reports, options, [
    "Restart Claude Code for it to forget the hooks.",
    `To undo: mneme install${typedScope(options)}`,
  ]);
}
