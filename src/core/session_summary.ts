import { quoteLine } from "./frame.ts";

/** What a session's summary is made of; all texts are clean. */
export interface SessionFacts {
  /** Paths below it are told without it. */
  readonly project?: string;
  /** What was asked first, and last where that is something else. */
  readonly firstPrompt: string | undefined;
  readonly lastPrompt: string | undefined;
  /** Files that were changed, in the order of their first change. */
  readonly changedFiles: readonly string[];
  /** The newest shell commands that did something, oldest first. */
  readonly commands: readonly SessionCommand[];
  /** What was found worth remembering: `[DECISION] text`. */
  readonly findings: readonly Finding[];
  readonly lastAnswer: string | undefined;
}

export interface SessionCommand {
  readonly command: string;
  readonly hasFailed: boolean;
}

export interface Finding {
  readonly category: string;
  readonly text: string;
}

const MAX_FILES = 12;
const MAX_COMMANDS = 8;
const PROMPT_UNITS = 300;
const COMMAND_UNITS = 120;
const ANSWER_UNITS = 600;

/** The summary as Markdown, made without a model; `undefined` for a session in which nothing happened. */
export function summarizeSession(facts: SessionFacts): string | undefined {
  const lines = [
    ...line("Asked", facts.firstPrompt, PROMPT_UNITS),
    ...line(
      "Asked last",
      facts.lastPrompt === facts.firstPrompt ? undefined : facts.lastPrompt,
      PROMPT_UNITS,
    ),
    ...filesLine(facts),
    ...facts.commands.slice(-MAX_COMMANDS).map(commandLine),
    ...section(facts.findings, "RUNBOOK", "Solved"),
    ...section(facts.findings, "TECH_DEBT", "Open"),
    ...section(facts.findings, "DECISION", "Decided"),
    ...line("Answered last", facts.lastAnswer, ANSWER_UNITS),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
}

function line(name: string, text: string | undefined, maxUnits: number): string[] {
  const quoted = text === undefined ? "" : quoteLine(text, maxUnits);
  return quoted === "" ? [] : [`- ${name}: ${quoted}`];
}

function filesLine({ changedFiles: files, project = "" }: SessionFacts): string[] {
  if (files.length === 0) return [];
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : "";
  const names = files.slice(0, MAX_FILES).map((file) =>
    isBelow(file, project) ? file.slice(project.length + 1) : file
  );
  return line("Changed", names.join(", ") + more, Infinity); // a name may hold a line end
}

function isBelow(file: string, project: string): boolean {
  return project !== "" && file.startsWith(project) && "/\\".includes(file[project.length] ?? "?");
}

function commandLine({ command, hasFailed }: SessionCommand): string {
  return `- Ran${hasFailed ? " (failed)" : ""}: ${quoteLine(command, COMMAND_UNITS)}`;
}

function section(findings: readonly Finding[], category: string, name: string): string[] {
  return findings.filter((finding) => finding.category === category)
    .flatMap((finding) => line(name, finding.text, PROMPT_UNITS));
}
