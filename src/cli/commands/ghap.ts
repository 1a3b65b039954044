import { Command } from "commander";
import { forgetGhap } from "../ghap/forget.ts";
import { exportGhap, listGhap } from "../ghap/list.ts";
import { showGhap } from "../ghap/show.ts";
import { printGhapStats } from "../ghap/stats.ts";

/** `mneme ghap`: what was tried, what was expected, what came of it. */
export function ghapCommand(): Command {
  const ghap = new Command("ghap").description(
    "List, show and forget GHAP entries (goal, hypothesis, action, prediction), and how often they come true",
  );
  ghap.addHelpText("after", "\nExample:\n  mneme ghap list --status falsified");
  ghap.command("list")
    .description("List the entries of this project, newest first")
    .option("--status <name>", "only active, confirmed, falsified or abandoned")
    .option("--domain <name>", "only of one kind of work, such as debugging")
    .option("--project <dir>", "of another project")
    .option("--all", "of every project")
    .option("--limit <n>", "at most so many (default: 50)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme ghap list --status falsified")
    .action(listGhap);
  ghap.command("show")
    .description("Show one entry: its statements, their history, the runs that it met, the lesson")
    .argument("<id>", "as `mneme ghap list` shows it: g3")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme ghap show g3")
    .action(showGhap);
  ghap.command("forget")
    .description("Remove entries with their lessons, wherever mneme keeps those")
    .argument("<ids...>", "as `mneme ghap list` shows them: g3 g4")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme ghap forget g3")
    .action(forgetGhap);
  ghap.command("stats")
    .description("Print how often predictions come true, per domain and strategy")
    .option("--project <dir>", "of another project")
    .option("--all", "of every project")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme ghap stats --all")
    .action(printGhapStats);
  ghap.command("export")
    .description("Print every entry, one JSON object a line, oldest first")
    .option("--json", "the same: it is JSON anyway")
    .addHelpText("after", "\nExample:\n  mneme ghap export")
    .action(exportGhap);
  return ghap;
}
