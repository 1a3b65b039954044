import { describeRuns, type StoryRun } from "./observations/describe_runs.ts";
import { oneLine, shortPath } from "./observations/wording.ts";
import type { Finding } from "./session_summary.ts";
import { withoutStop } from "./summary_line.ts";

/** What the summary of a session that is over is made of; all texts are clean. */
export interface StoryFacts {
  /** Paths below it are told without it. */
  readonly project: string;
  /** What was asked for. */
  readonly goal: string | undefined;
  readonly lastPrompt: string | undefined;
  /** Absolute paths in the order of their first change. */
  readonly changedFiles: readonly string[];
  /** Test runs and builds, oldest first. */
  readonly runs: readonly StoryRun[];
  /** Takeaways of the entries that were resolved. */
  readonly lessons: readonly string[];
  readonly findings: readonly Finding[];
  /** What the agent said last, as an earlier summary quotes it. */
  readonly lastAnswer: string | undefined;
}

/** The whole summary is at most so long. */
export const MAX_STORY_UNITS = 600;
const LEAST_UNITS = 40;
const MAX_FILES = 8;
const FILES_UNITS = 160;

/** A line of the summary: where it stands, and how much room it may take when what is before it has taken its own. */
interface StoryLine {
  readonly name: string;
  readonly text: string | undefined;
  readonly maxUnits: number;
}

/**
 * The summary of a session as Markdown, in a few short lines that are meant to be searched and read again; in the
 * form of `summarizeSession`, of which it is the short one. `undefined` for a session in which nothing happened.
 */
export function tellSession(facts: StoryFacts): string | undefined {
  const { goal, lastPrompt, lastAnswer, lessons, findings } = facts;
  const lines: string[] = [];
  let room = MAX_STORY_UNITS;
  for (
    const { name, text, maxUnits } of [
      { name: "Asked", text: goal, maxUnits: 160 },
      { name: "Changed", text: describeFiles(facts), maxUnits: FILES_UNITS },
      { name: "Tests", text: describeRuns(facts.runs, "tests"), maxUnits: 130 },
      { name: "Learnt", text: lessons.length === 0 ? undefined : lessons.join("; "), maxUnits: 140 },
      { name: "Solved", text: findingsOf(findings, "RUNBOOK"), maxUnits: 140 },
      { name: "Decided", text: findingsOf(findings, "DECISION"), maxUnits: 120 },
      { name: "Open", text: findingsOf(findings, "TECH_DEBT"), maxUnits: 120 },
      { name: "Build", text: describeRuns(facts.runs, "builds"), maxUnits: 110 },
      { name: "Asked last", text: lastPrompt === goal ? undefined : lastPrompt, maxUnits: 100 },
      { name: ANSWERED_LAST, text: lastAnswer, maxUnits: 180 },
    ] satisfies StoryLine[]
  ) {
    const free = Math.min(maxUnits, room - name.length - "- : \n".length);
    const line = text === undefined || free < LEAST_UNITS ? "" : oneLine(text, free);
    if (line === "") continue;
    lines.push(`- ${name}: ${line}`);
    room -= name.length + line.length + "- : \n".length;
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}

const ANSWERED_LAST = "Answered last";

/** What the agent said last, out of a summary that an earlier stop or run wrote. */
export function lastAnswerIn(summary: string | null): string | undefined {
  const start = `- ${ANSWERED_LAST}: `;
  return summary?.split("\n").find((line) => line.startsWith(start))?.slice(start.length);
}

function describeFiles({ changedFiles, project }: StoryFacts): string | undefined {
  if (changedFiles.length === 0) return undefined;
  const named: string[] = [];
  let units = 0;
  for (const file of changedFiles.slice(0, MAX_FILES)) {
    const path = shortPath(file, project);
    units += path.length + 2;
    if (units > FILES_UNITS - " and 1000 more".length && named.length > 0) break;
    named.push(path);
  }
  const more = changedFiles.length - named.length;
  return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function findingsOf(findings: readonly Finding[], category: string): string | undefined {
  const texts = findings.filter((finding) => finding.category === category).map(({ text }) => text);
  if (texts.length === 0) return undefined;
  return [...texts.slice(0, -1).map(withoutStop), texts.at(-1)].join("; ");
}
