import { Command } from "commander";
import { showTimeline } from "../search/timeline.ts";

/** `mneme timeline`: what happened around a find. */
export function timelineCommand(): Command {
  return new Command("timeline")
    .description("Show what happened around an item in its session and project")
    .argument("<id>", "as `mneme search` shows it: m12, g3, p9, s4")
    .option("--before <n>", "so much before it (default: 10)")
    .option("--after <n>", "so much after it (default: 10)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme timeline m12 --before 5")
    .action(showTimeline);
}
