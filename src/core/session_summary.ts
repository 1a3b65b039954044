import { describeRuns } from "./observations/describe_runs.ts";
import { cutAtWord, leadSentences } from "./lead_sentences.ts";
import { type SessionFacts, workName } from "./session_facts.ts";
import { describeFiles } from "./session_files.ts";
import { lastRequest, sessionGoal } from "./session_title.ts";
import { withoutStop } from "./summary_line.ts";

/** The whole summary is at most so long. */
export const MAX_SUMMARY_UNITS = 1000;
const LEAST_UNITS = 40;
const ANSWERED_LAST = "Answered last";

/** A line of the summary: how much room it may take, and what it says in so much. */
interface SummaryLine {
  readonly name: string;
  readonly maxUnits: number;
  readonly tell: (maxUnits: number) => string | undefined;
}

/**
 * The summary of a session as Markdown, made without a model: a few short lines that are meant to be searched and read
 * again. It claims nothing that was not said or shown: what was learnt, solved, decided and left open is what was
 * saved as that. Lines hold whole sentences where these fit. `undefined` for a session in which nothing happened.
 */
export function summarizeSession(facts: SessionFacts): string | undefined {
  const { prompts, deeds, saved, lessons, lastAnswer } = facts;
  const ofCategory = (wanted: string) =>
    saved.flatMap(({ category, text }) => category === wanted ? [text] : []);
  const listed = (texts: readonly string[]) => (maxUnits: number) => listTexts(texts, maxUnits);
  const lead = (text: string | undefined) => (maxUnits: number) => text && leadSentences(text, maxUnits);
  const lines: readonly SummaryLine[] = [
    { name: "Asked", maxUnits: 260, tell: lead(sessionGoal(prompts)) },
    { name: "Committed", maxUnits: 200, tell: listed(committed(facts)) },
    { name: "Changed", maxUnits: 160, tell: (units) => describeFiles(facts, units) },
    { name: "Tests", maxUnits: 240, tell: (units) => describeRuns(deeds, "tests", units) },
    { name: "Learnt", maxUnits: 240, tell: listed(lessons) },
    { name: "Solved", maxUnits: 240, tell: listed(ofCategory("RUNBOOK")) },
    { name: "Decided", maxUnits: 240, tell: listed(ofCategory("DECISION")) },
    { name: "Open", maxUnits: 200, tell: listed(ofCategory("TECH_DEBT")) },
    { name: "Build", maxUnits: 160, tell: (units) => describeRuns(deeds, "builds", units) },
    { name: "Asked last", maxUnits: 160, tell: lead(lastRequest(prompts)) },
    { name: ANSWERED_LAST, maxUnits: 240, tell: lead(lastAnswer) },
  ];
  const told: string[] = [];
  let room = MAX_SUMMARY_UNITS;
  for (const { name, maxUnits, tell } of lines) {
    const free = Math.min(maxUnits, room - name.length - "- : \n".length);
    const text = free < LEAST_UNITS ? undefined : tell(free);
    if (text === undefined || text === "") continue;
    told.push(`- ${name}: ${text}`);
    room -= name.length + text.length + "- : \n".length;
  }
  return told.length === 0 ? undefined : told.join("\n");
}

/** What the agent said last, out of a summary that an earlier stop or run wrote. */
export function lastAnswerIn(summary: string | null): string | undefined {
  const start = `- ${ANSWERED_LAST}: `;
  return summary?.split("\n").find((line) => line.startsWith(start))?.slice(start.length);
}

/** A pull request comes first, as it is about all of the commits. */
function committed({ deeds }: SessionFacts): string[] {
  const names = deeds.flatMap((deed) => workName(deed) ?? []);
  const texts = (wanted: string) => names.flatMap(({ kind, text }) => kind === wanted ? [text] : []);
  return [...new Set([...texts("pull request"), ...texts("commit")])];
}

/** As many of the texts as there is room for, each by its first sentences, and how many more. */
function listTexts(texts: readonly string[], maxUnits: number): string | undefined {
  if (texts.length === 0) return undefined;
  const leads = texts.map((text) => leadSentences(text, maxUnits));
  const listed: string[] = [];
  let units = 0;
  for (const lead of leads) {
    const rest = leads.length - listed.length > 1 ? "; and 99 more".length : 0;
    if (listed.length > 0 && units + lead.length + 2 + rest > maxUnits) break;
    listed.push(lead);
    units += lead.length + 2;
  }
  const more = leads.length - listed.length;
  const ends = [
    ...listed.slice(0, -1).map(withoutStop),
    more > 0 ? withoutStop(listed.at(-1)!) : listed.at(-1)!,
  ];
  return cutAtWord(ends.join("; "), maxUnits - (more > 0 ? "; and 99 more".length : 0)) +
    (more > 0 ? `; and ${more} more` : "");
}
