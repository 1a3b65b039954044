import { Command } from "commander";
import { rollback } from "../upgrade/rollback.ts";
import { printSwitched } from "../upgrade/switched.ts";

/** `mneme rollback`: switches back to the version before. */
export function rollbackCommand(): Command {
  return new Command("rollback")
    .description("Switch back to the version that was in use before the last upgrade")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme rollback")
    .action((options: { readonly json?: true }) => printSwitched(rollback(), options));
}
