import { Command } from "commander";
import { removeAbandoned } from "../../host/spool.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
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
  removeAbandoned(paths, Date.now());
  refreshAllCaches(paths);
  refreshGhapIndex(store, paths); // a session that ended may have left entries open
  store.checkpoint("truncate");
  store.close();
  if (options.json) printJson({ drained });
  else if (drained === 0) printLine("Nothing was waiting");
  else printLine(`Brought in ${drained} spooled ${drained === 1 ? "event" : "events"}`);
}
