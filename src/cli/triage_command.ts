// The command `mneme triage`: shows what the hook `stop` would ask to save of a transcript, and why.
import { Command, type Flags } from "./frame/command.ts";
import type { Settings } from "../base/settings.ts";
import type { Finding } from "../base/triage_types.ts";
import { below } from "../base/slashes.ts";
import { UsageError, UserError } from "../base/user_error.ts";
import { readTranscriptTail } from "../machine/transcripts.ts";
import { triage } from "../triage/triage.ts";
import { seenInTurn, workSummary } from "../triage/turn_facts.ts";
import { decodeTranscriptLine } from "../wire/transcript.ts";
import { attempt } from "./frame/attempt.ts";
import { evaluateProject } from "./config/compile.ts";
import { tryEach } from "./items/find_item.ts";
import { currentProject, requirePaths } from "./frame/home.ts";
import { inHomeFolder } from "./frame/typed_paths.ts";
import { printJson, printJsonLine, printLine, warnLine } from "./frame/output.ts";
import { amount, plainLine, plainText } from "./frame/plain_text.ts";

const TRANSCRIPTS = "the client keeps its transcripts below ~/.claude/projects, in a folder for each project";

export function triageCommand(): Command {
  return new Command("triage")
    .option("--transcript <file>", "a transcript; required without --dir")
    .option("--dir <dir>", "all transcripts (.jsonl) in a folder; required without --transcript")
    .option("--all", "also what scores below triage.heuristic_threshold, from 0.3 on")
    .exclusive("transcript", "dir")
    .option("--json", "print JSON; with --dir, one line per file")
    .example("mneme triage --transcript session.jsonl")
    .action(runTriage);
}

type TriageFlags = Flags<"transcript" | "dir", "all">;

function runTriage(flags: TriageFlags): void {
  const { transcript, dir, json } = flags;
  if (transcript === undefined && dir === undefined) {
    throw new UsageError("Cannot tell which transcripts to read", { hint: "give --transcript or --dir" });
  }
  const { triage: settings } = evaluateProject(requirePaths(), currentProject()).settings;
  const isAsked = (one: Finding) => one.score >= settings.heuristic_threshold;
  const read = (file: string) => triageOf(file, settings, flags);
  const print = (found: FileTriage) => {
    if (json) return transcript === undefined ? printJsonLine(found) : printJson(found);
    for (const line of triageLines(found, isAsked)) printLine(line);
  };
  const given = transcript ?? dir ?? "";
  const path = inHomeFolder(given) ?? given;
  if (transcript !== undefined) return print(read(path));
  const files = readable(path, () => [...Deno.readDirSync(path)])
    .filter(({ name, isDirectory }) => !isDirectory && name.endsWith(".jsonl"))
    .map(({ name }) => below(path.replace(/\/+$/, ""), name)).sort();
  const { refused } = tryEach(files, (file) => print(read(file)));
  for (const { error } of refused) warnLine(error.message);
  if (files.length === 0) warnLine(`No .jsonl file in ${plainText(path)}; ${TRANSCRIPTS}`);
  if (refused.length === 0) return;
  const count = amount(files.length, "transcript");
  throw new UserError(`Cannot read ${refused.length} of ${count}`, { hint: TRANSCRIPTS });
}

const readable = <T>(path: string, read: () => T): T => attempt(`read ${plainText(path)}`, TRANSCRIPTS, read);

const TEXT_UNITS = 300;

type FileTriage = ReturnType<typeof triageOf>;

function triageOf(file: string, settings: Settings["triage"], { transcript, all }: TriageFlags) {
  const { messages } = readable(file, () => {
    if (!Deno.statSync(file).isFile) throw new Error("it is not a file");
    const maxMessages = settings.max_transcript_messages;
    return readTranscriptTail(file, { maxMessages, decode: decodeTranscriptLine });
  });
  // Another kind of file must not get the answer "nothing worth asking about".
  if (messages.length === 0 && transcript !== undefined) {
    throw new UserError(`Cannot judge ${plainText(file)}: it holds no line of a transcript`, {
      hint: TRANSCRIPTS,
    });
  }
  const found = triage(messages);
  const asked = found.filter(({ score }) => score >= settings.heuristic_threshold);
  const reasons = asked.length > 0 ? [] : seenInTurn(messages, 0, found); // 0: all counts as one turn
  return {
    file,
    candidates: all ? found : asked,
    /** A sentence on the changed files; `null` if too few were changed. */
    summary: workSummary(messages, settings) ?? null,
    /** The note that the next prompt would get where nothing is asked about, and the reasons for it. */
    nudge: { due: reasons.length > 0, reasons },
  };
}

export function triageLines(found: FileTriage, isAsked: (one: Finding) => boolean): string[] {
  const { file, candidates: findings, summary, nudge: { due, reasons } } = found;
  const lines = [plainText(file)];
  if (findings.length === 0) lines.push("  nothing worth asking about");
  for (const finding of findings) {
    const { category, score, text, evidence, cues } = finding;
    const note = isAsked(finding) ? "" : " (not asked about)";
    lines.push(`  ${category} ${score.toFixed(2)}${note}  ${plainLine(text, TEXT_UNITS)}`);
    if (evidence.quote !== "") {
      lines.push(`    said at byte ${evidence.offset}: “${plainLine(evidence.quote, 200)}”`);
    }
    const because = cues.slice(0, 8).map(({ name, weight }) =>
      `${plainText(name)} ${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`
    );
    if (because.length > 0) lines.push(`    because: ${because.join(", ")}`);
  }
  if (summary !== null) lines.push(`  summary  ${plainLine(summary, TEXT_UNITS)}`);
  if (due) lines.push(`  a note with the next prompt: ${plainLine(reasons.join("; "), TEXT_UNITS)}`);
  return lines;
}
