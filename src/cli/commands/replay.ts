import { Command } from "commander";
import { UsageError, UserError } from "../../core/user_error.ts";
import { findProject } from "../../host/project.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { previewStore } from "../../store/replay_preview.ts";
import type { Store } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { requirePaths } from "../data_folder.ts";
import { parseDuration } from "../duration.ts";
import { isThere } from "../is_there.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { HINTS, openHome } from "../prepare_home.ts";
import { Places } from "../replay/places.ts";
import { ProgressBar } from "../replay/progress_bar.ts";
import { reportJson, reportLines } from "../replay/report.ts";
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
    .option("--since <date>", "only what happened since 2026-01-31, or in the last 30d")
    .option("--project <dir>", "only sessions of this project")
    .option("--dry-run", "show what would be learnt; write nothing")
    .option("--no-candidates", "find no memory candidates")
    .option("--again", "also read files that have not changed since they were replayed")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme replay --since 90d --dry-run")
    .action((files: string[], options: ReplayCommandOptions) => replay(files, options));
}

async function replay(named: readonly string[], options: ReplayCommandOptions): Promise<void> {
  const isPreview = options.dryRun === true;
  const since = options.since === undefined ? undefined : momentOf(options.since, Date.now());
  const { files, unreadable } = findTranscripts(named.length > 0 ? named : [defaultFolder()]);
  const paths = requirePaths();
  const { replayFiles } = await import("../replay/replay.ts"); // triage with its model: other commands do without
  using store = isPreview ? previewOf(paths.database) : openHome().store;
  const project = options.project === undefined ? undefined : findProject(absolute(options.project));
  const places = new Places(paths, { project, now: Date.now() });
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bar = new ProgressBar(isPreview ? "Looking" : "Replaying", total);
  const tally = await withHints(async () => {
    using _shown = bar;
    return await replayFiles(files, {
      store,
      places,
      since,
      hasCandidates: options.candidates,
      isPreview,
      isAgain: options.again === true,
      onProgress: (done) => bar.update(done),
    });
  });
  if (!isPreview) store.checkpoint("truncate");
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

/** A moment as ISO 8601 from a day, a moment or a duration back from `now`. */
export function momentOf(text: string, now: number): string {
  if (/^\d+[mhd]$/.test(text)) return new Date(now - parseDuration(text)).toISOString();
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const moment = Date.parse(isDay ? `${text}T00:00` : text); // a day begins by the local clock
  if (/^\d{4}-\d\d/.test(text) && !Number.isNaN(moment)) return new Date(moment).toISOString();
  throw new UsageError(`Cannot read ${JSON.stringify(text)} as a date`, {
    hint: "write it as 2026-01-31 or 30d",
  });
}

function absolute(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path.replace(/(.)\/+$/, "$1"); // a project that is gone has its sessions all the same
  }
}

/** What is known already decides what would be new. */
function previewOf(database: string): Store {
  if (!isThere(database)) return previewStore(undefined);
  try {
    using kept = openReadOnly(database);
    return previewStore(kept);
  } catch (error) {
    throw hinted(asStoreError(error));
  }
}

async function withHints<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError ? hinted(error) : error;
  }
}

function hinted(fault: StoreError): UserError {
  return new UserError(`Cannot replay: ${fault.message}`, {
    hint: fault.fault === "busy" ? "replay again: it goes on where it stopped" : HINTS[fault.fault],
    cause: fault,
  });
}
