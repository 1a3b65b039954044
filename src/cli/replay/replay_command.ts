// The command `mneme replay`, which imports recorded sessions, and its report.
import { UsageError, UserError } from "../../base/user_error.ts";
import { Command, type Flags } from "../frame/command.ts";
import { projectAt, warnAbsent } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, countedLines, parseWhen, sizeText } from "../frame/plain_text.ts";
import type { Counts, Tally } from "./session_replay.ts";
import { findTranscripts, historyPlaces } from "./transcript_files.ts";
import reasons from "./left_out_reasons.json" with { type: "json" };

type ReplayFlags = Flags<"client" | "since" | "project", "again"> & { readonly candidates: boolean };

export function replayCommand(): Command {
  return new Command("replay")
    .alias("import-history")
    .argument("[files...]", "transcripts, or folders with them (default: all of Claude Code)")
    .option(
      "--client <name>",
      "all transcripts of this agent: claude (default), codex, qwen, copilot, opencode, gemini, kimi; all: of every agent found",
    )
    .option("--since <date>", "only what happened since: 2026-11-01, 30d, yesterday")
    .option("--project <dir>", "only sessions of this project and of projects in its subfolders")
    .option("--no-candidates", "make no candidates (sentences to review as memories)")
    .option("--again", "also read unchanged files that were replayed before, and forgotten sessions")
    .orJson("mneme replay --since 90d", replay);
}

async function replay(named: readonly string[], flags: ReplayFlags): Promise<void> {
  const since = flags.since === undefined ? undefined : parseWhen(flags.since, new Date());
  if (named.length > 0 && flags.client !== undefined) {
    throw new UsageError("Cannot take --client and files together", { hint: "give one of them" });
  }
  const { client = "claude" } = flags;
  const places = named.length > 0 ? named : historyPlaces(client);
  if (places.length === 0) {
    throw new UserError(`Cannot find transcripts for --client ${client}: there are none on this machine`, {
      hint: `name the files${client === "claude" ? ", or set CLAUDE_CONFIG_DIR to the client's folder" : ""}`,
    });
  }
  const { files, unreadable } = findTranscripts(places);
  const { runReplay } = await import("./run_replay.ts"); // loaded late, as it loads triage
  const tally = await runReplay(files, {
    since,
    project: flags.project === undefined ? undefined : projectAt(flags.project),
    hasCandidates: flags.candidates,
    isAgain: flags.again === true,
  });
  tally.files.unreadable += unreadable.length;
  // A project whose folder is gone may have sessions, so only a replay that added none warns.
  if (flags.project !== undefined && tally.sessions === 0) warnAbsent(projectAt(flags.project));
  if (flags.json) printJson(tally);
  else reportLines(tally).forEach(printLine);
}

export function reportLines(tally: Tally): string[] {
  const { files, sessions, prompts, captures, candidates } = tally;
  const learnt = countsIn(candidates).reduce((sum, [, count]) => sum + count, 0);
  const isNew = sessions + prompts + captures + learnt > 0;
  const since = files.unchanged === 0 ? "" : `; ${files.unchanged} had not changed since the last replay`;
  const kinds = countsIn(candidates).sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
  return [
    `Read ${amount(files.replayed, "transcript")} (${sizeText(tally.bytes)})${since}`,
    `Added ${amount(sessions, "session")}, ${amount(prompts, "prompt")}, ${amount(captures, "tool call")}`,
    ...(learnt === 0 ? [] : [`Learnt ${amount(learnt, "memory candidate")}: ${kinds.join(", ")}`]),
    ...countedLines([
      [files.too_old, `${amount(files.too_old, "transcript")} from before --since`],
      [files.foreign, `${amount(files.foreign, "file")} without a conversation`],
      [files.unreadable, amount(files.unreadable, "unreadable path")],
      [tally.bad_lines, `${amount(tally.bad_lines, "line")}, torn or of another format`],
      ...countsIn(tally.left_out).map(([reason, count]) =>
        [count, `${amount(count, "session")}: ${reasons[reason]}`] as const
      ),
    ]).map((what) => `Left out ${what}`),
    ...(learnt === 0 ? [] : [
      "See what was learnt:  mneme memory list --candidates --all",
      "Keep what holds:      mneme memory keep ID",
    ]),
    ...(!isNew ? [] : [
      "Search all of it:     mneme search --all WORDS",
      "Make observations:    mneme process",
    ]),
  ];
}

const countsIn = <K extends string>(counts: Counts<K>) => Object.entries(counts) as [K, number][];
