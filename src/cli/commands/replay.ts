import { Command } from "commander";
import { UserError } from "../../core/user_error.ts";
import { projectAt } from "../data_folder.ts";
import { isThere } from "../is_there.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { reportJson, reportLines } from "../replay/report.ts";
import { parseWhen } from "../search/when.ts";
import { findTranscripts, transcriptsFolder } from "../replay/transcript_files.ts";

interface ReplayCommandOptions {
  readonly since?: string;
  readonly project?: string;
  readonly dryRun?: true;
  readonly again?: true;
  readonly candidates: boolean;
  readonly json?: true;
}

/** `mneme replay`: what happened before mneme was there, from the client's own transcripts. */
export function replayCommand(): Command {
  return new Command("replay")
    .alias("import-history")
    .description("Learn from recorded sessions of Claude Code, as if the hooks had seen them")
    .argument("[files...]", "transcripts, or folders with them (default: all that the client keeps)")
    .option("--since <date>", "only what happened since 2026-11-01, 30d, yesterday")
    .option("--project <dir>", "only sessions of this project")
    .option("--dry-run", "show what would be learnt; write nothing")
    .option("--no-candidates", "find no memory candidates")
    .option("--again", "also read files that have not changed since they were replayed")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme replay --since 90d --dry-run")
    .action((files: string[], options: ReplayCommandOptions) => replay(files, options));
}

async function replay(named: readonly string[], options: ReplayCommandOptions): Promise<void> {
  const since = options.since === undefined ? undefined : parseWhen(options.since, "start", new Date());
  const { files, unreadable } = findTranscripts(named.length > 0 ? named : [defaultFolder()]);
  const { runReplay } = await import("../replay/run_replay.ts"); // triage with its model: other commands do without
  const isPreview = options.dryRun === true;
  const tally = await runReplay(files, {
    since,
    project: options.project === undefined ? undefined : projectAt(options.project),
    hasCandidates: options.candidates,
    isPreview,
    isAgain: options.again === true,
  });
  const shown = { isPreview, unreadable };
  if (options.json) printJson(reportJson(tally, shown));
  else reportLines(tally, shown).forEach(printLine);
}

function defaultFolder(): string {
  const folder = transcriptsFolder();
  if (isThere(folder)) return folder;
  throw new UserError(`Cannot find transcripts: there is no ${plainText(folder)}`, {
    hint: "name the files, or set CLAUDE_CONFIG_DIR to the client's folder",
  });
}
