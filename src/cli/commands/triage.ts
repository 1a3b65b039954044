import { Command } from "commander";
import type { Settings } from "../../core/settings.ts";
import { type AskShifts, isWorthAsking } from "../../core/triage/thresholds.ts";
import { turnShape } from "../../core/triage/turn_shape.ts";
import type { Candidate, Triage } from "../../core/triage_types.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { readTranscriptTail, type TailOptions, type TranscriptTail } from "../../host/transcript_tail.ts";
import { decodeTranscriptLine } from "../../wire/transcript.ts";
import { evaluateProject } from "../config/compile.ts";
import { currentProject, requirePaths } from "../data_folder.ts";
import { openHome } from "../prepare_home.ts";
import { readStore } from "../read_store.ts";
import { askShifts, resetShifts } from "../../store/ask_shifts.ts";
import { printJson, printJsonLine, printLine, warnLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { amount } from "../table.ts";
import { type FileTriage, triageLines } from "../triage/lines.ts";

interface TriageOptions {
  readonly transcript?: string;
  readonly dir?: string;
  readonly all?: true;
  readonly reset?: true;
  readonly json?: true;
}

const TRANSCRIPTS = "the client keeps its transcripts below ~/.claude/projects, in a folder for each project";

/** `mneme triage`: what Stop would ask about, and why. */
export function triageCommand(): Command {
  return new Command("triage")
    .description("Show what in a transcript is worth remembering, and why; saves nothing, asks no model")
    .option("--transcript <file>", "one transcript")
    .option("--dir <dir>", "every .jsonl in a folder")
    .option("--all", "also what scores below triage.heuristic_threshold")
    .option(
      "--reset",
      "let triage forget how its asks were answered so far, and by how much that has moved it",
    )
    .option("--json", "print JSON; with --dir, one line per file")
    .addHelpText("after", "\nExample:\n  mneme triage --transcript session.jsonl")
    .action((options: TriageOptions) => runTriage(options));
}

async function runTriage(options: TriageOptions): Promise<void> {
  const { transcript, dir } = options;
  if (options.reset) return resetTriage();
  const shifts = readStore(requirePaths(), askShifts, {});
  const { settings } = evaluateProject(requirePaths(), currentProject());
  const { triage } = await import("../../host/trained_triage.ts"); // its model would slow every other command down
  const { loadAllCues } = await import("../../core/triage/languages.ts");
  await loadAllCues();
  const read = (file: string) =>
    select(triageFile(file, { settings, shifts }, triage), { settings, shifts }, options);
  if (transcript !== undefined && dir === undefined) {
    requireTurn(transcript);
    const found = read(transcript);
    if (options.json) printJson(found);
    else printFound(found, { settings, shifts });
  } else if (dir !== undefined && transcript === undefined) {
    triageFolder(
      dir,
      read,
      (found) => options.json ? printJsonLine(found) : printFound(found, { settings, shifts }),
    );
  } else {
    throw new UsageError("Cannot tell which transcripts to read", {
      hint: "give either --transcript or --dir",
    });
  }
}

/** A file that cannot be read does not keep the others from being shown. */
function triageFolder(
  dir: string,
  read: (file: string) => FileTriage,
  print: (found: FileTriage) => void,
): void {
  const files = transcriptsIn(dir);
  let unread = 0;
  for (const file of files) {
    try {
      print(read(file));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warnLine(error.message);
      unread++;
    }
  }
  if (files.length === 0) warnLine(`No .jsonl file in ${plainText(dir)}; ${TRANSCRIPTS}`);
  if (unread > 0) throw new UserError(`Cannot read ${unread} of ${amount(files.length, "transcript")}`);
}

/** What is asked about here. */
interface Asking {
  readonly settings: Settings;
  readonly shifts: AskShifts;
}

function triageFile(file: string, { settings, shifts }: Asking, triage: Triage): FileTriage {
  const { max_transcript_messages, summary_min_files, summary_min_tools } = settings.triage;
  const options = { maxMessages: max_transcript_messages, decode: decodeTranscriptLine };
  const { messages } = readable(file, () => readTail(file, options));
  const view = { summaryMinFiles: summary_min_files, summaryMinTools: summary_min_tools };
  const candidates = triage(messages, view);
  const isAsked = candidates.some((one) =>
    one.category !== "SESSION_SUMMARY" && isWorthAsking(one, settings.triage.heuristic_threshold, shifts)
  );
  const { isDue, reasons } = turnShape(messages, 0, candidates);
  const nudge = isDue && !isAsked ? { due: true, reasons } : { due: false, reasons: [] };
  return { file, candidates, nudge };
}

/** That nothing is worth remembering in a file of another kind would be no answer. */
function requireTurn(file: string): void {
  let rows = 0;
  const decode = (line: Uint8Array) => {
    const found = decodeTranscriptLine(line);
    rows += found.length;
    return found;
  };
  readable(file, () => readTail(file, { maxMessages: 1, decode }));
  if (rows > 0) return;
  throw new UserError(`Cannot judge ${plainText(file)}: it holds no line of a transcript`, {
    hint: TRANSCRIPTS,
  });
}

function readTail(file: string, options: TailOptions): TranscriptTail {
  if (!Deno.statSync(file).isFile) throw new Error("it is not a file");
  return readTranscriptTail(file, options);
}

function select(
  found: FileTriage,
  { settings: { triage: { heuristic_threshold } }, shifts }: Asking,
  { all }: TriageOptions,
): FileTriage {
  if (all) return found;
  return {
    ...found,
    candidates: found.candidates.filter((one) => isWorthAsking(one, heuristic_threshold, shifts)),
  };
}

function resetTriage(): void {
  const home = openHome();
  using store = home.store;
  resetShifts(store, new Date().toISOString());
  printLine("Triage starts afresh: how its asks were answered so far does not count any more");
}

function printFound(found: FileTriage, { settings, shifts }: Asking): void {
  const isAsked = (one: Candidate) => isWorthAsking(one, settings.triage.heuristic_threshold, shifts);
  for (const line of triageLines(found, isAsked)) printLine(line);
}

function transcriptsIn(dir: string): string[] {
  const entries = readable(dir, () => [...Deno.readDirSync(dir)]);
  return entries.filter(({ name, isDirectory }) => !isDirectory && name.endsWith(".jsonl"))
    .map(({ name }) => `${dir.replace(/\/+$/, "")}/${name}`).sort();
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "it is not there"
      : error instanceof Error
      ? plainText(error.message)
      : String(error);
    throw new UserError(`Cannot read ${plainText(path)}: ${reason}`, {
      hint: TRANSCRIPTS,
      cause: error,
    });
  }
}
