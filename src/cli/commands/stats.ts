import { Command } from "commander";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { collectStats } from "../stats/collect.ts";
import { statsLines } from "../stats/lines.ts";

/** `mneme stats`: how much is remembered and how fast the hooks are. */
export function statsCommand(): Command {
  return new Command("stats")
    .description("Print how much is remembered, what came of it, and how fast the hooks are")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme stats --json")
    .action(({ json }: { readonly json?: true }) => {
      const now = new Date();
      const stats = collectStats(requirePaths(), now);
      if (json) return printJson(stats);
      for (const line of statsLines(stats, now)) printLine(line);
    });
}
