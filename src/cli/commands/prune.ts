import { Command } from "commander";
import { prune } from "../keeping/prune.ts";

/** `mneme prune`: a bound for what is kept of old sessions. */
export function pruneCommand(): Command {
  return new Command("prune")
    .description("Remove what was captured of old sessions; memories, lessons and summaries stay")
    .option("--older-than <time>", "of sessions that have rested for longer: 90d")
    .option("--max-size <size>", "of the oldest sessions, until the database fits: 500MB")
    .option("--project <dir>", "only of this project")
    .option("--dry-run", "say what would go, and remove nothing")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme prune --older-than 90d")
    .action(prune);
}
