import { Command, type Flags } from "../frame/command.ts";
import { UserError } from "../../base/user_error.ts";
import { projectAt } from "../frame/data_folder.ts";
import { printJson, printLine } from "../frame/output.ts";
import { plainText } from "../frame/plain_text.ts";
import { parseWhen } from "../frame/plain_text.ts";
import { reportLines } from "./tally.ts";
import { findTranscripts, historyPlaces, transcriptsFolder } from "./transcript_files.ts";

type ReplayFlags = Flags<"client" | "since" | "project", "dryRun" | "again"> & {
  readonly candidates: boolean;
};

export function replayCommand(): Command {
  return new Command("replay")
    .alias("import-history")
    .argument(
      "[files...]",
      "transcripts of any client, or folders with them (default: all that Claude Code keeps)",
    )
    .option(
      "--client <name>",
      "all that this client keeps: claude (default), codex, qwen, copilot, opencode, gemini, kimi, cursor, all",
    )
    .option("--since <date>", "only what happened since 2026-11-01, 30d, yesterday")
    .option("--project <dir>", "only sessions of this project")
    .option("--dry-run", "show what would be learnt; write nothing")
    .option("--no-candidates", "find no memory candidates")
    .option("--again", "also read files that have not changed since they were replayed")
    .orJson(
      "mneme replay --since 90d --dry-run",
      (files: string[], flags: ReplayFlags) => replay(files, flags),
    );
}

async function replay(named: readonly string[], flags: ReplayFlags): Promise<void> {
  const since = flags.since === undefined ? undefined : parseWhen(flags.since, "start", new Date());
  const { files, unreadable } = findTranscripts(named.length > 0 ? named : placesOf(flags.client));
  const { runReplay } = await import("./run_replay.ts"); // loaded late: triage and its language model, which other commands do not need
  const isPreview = flags.dryRun === true;
  const tally = await runReplay(files, {
    since,
    project: flags.project === undefined ? undefined : projectAt(flags.project),
    hasCandidates: flags.candidates,
    isPreview,
    isAgain: flags.again === true,
  });
  tally.files.unreadable += unreadable.length;
  if (flags.json) printJson({ dry_run: isPreview, ...tally });
  else reportLines(tally, isPreview).forEach(printLine);
}

/** Returns the folders with the clients' sessions. Throws a `UserError` if there is none. */
function placesOf(client = "claude"): string[] {
  const places = historyPlaces(client);
  if (places.length > 0) return places;
  if (client === "claude") {
    throw new UserError(`Cannot find transcripts: there is no ${plainText(transcriptsFolder())}`, {
      hint: "name the files, or set CLAUDE_CONFIG_DIR to the client's folder",
    });
  }
  throw new UserError(`Cannot find transcripts of ${client}: it keeps none on this machine`, {
    hint: "name the files",
  });
}
