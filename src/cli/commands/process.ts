import { Command } from "commander";
import { refreshAllCaches } from "../config/refresh.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";

interface ProcessOptions {
  readonly session?: string;
  readonly json?: true;
}

/** `mneme process`: what hooks leave for later. Started by session-end, usable from cron. */
export function processCommand(): Command {
  return new Command("process")
    .description("Bring spooled events into the database and checkpoint it")
    .option("--session <id>", "the session that has just ended; its events come with the others")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme process")
    .action((options: ProcessOptions) => processSpool(options));
}

function processSpool(options: ProcessOptions): void {
  const { store, paths, drained } = openHome();
  refreshAllCaches(paths);
  store.checkpoint("truncate");
  store.close();
  if (options.json) printJson({ drained });
  else printLine(drained === 0 ? "Nothing was waiting" : `Brought in ${drained} spooled events`);
}
