import { cutAtWord } from "../base/cut.ts";
import { leadSentences } from "./lead_sentences.ts";
import { withoutReason } from "./reasons.ts";
import { describeFiles, type SessionDeed, type SessionFacts, workName } from "./session_facts.ts";
import { lastRequest, sessionGoal } from "./session_title.ts";
import { withoutStop } from "./summary_line.ts";

/** The most UTF-16 units of a whole summary. */
export const MAX_SUMMARY_UNITS = 1000;
const LEAST_UNITS = 40;
const ANSWERED_LAST = "Answered last";

/**
 * Sums a session up as Markdown, without a model: in short lines, to be searched and read again. The summary
 * claims nothing new: `Learnt`, `Solved`, `Decided` and `Open` tell only what was saved. Lines hold whole
 * sentences where these fit. Returns `undefined` where nothing happened.
 */
export function summarizeSession(facts: SessionFacts): string | undefined {
  const { prompts, deeds, saved, lessons, lastAnswer } = facts;
  const ofCategory = (wanted: string) =>
    saved.flatMap(({ category, text }) => category === wanted ? [text] : []);
  const listed = (texts: readonly string[]) => (maxUnits: number) => listTexts(texts, maxUnits);
  const lead = (text: string | undefined) => (maxUnits: number) => text && leadSentences(text, maxUnits);
  // The most UTF-16 units of each line, and the function that words it in a given room.
  const lines: readonly { name: string; maxUnits: number; tell: (units: number) => string | undefined }[] = [
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

/** Returns the agent's last words, out of a summary that an earlier stop or run wrote. */
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

/** Lists as many of the texts as fit, each by its first sentences, and counts the others. */
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

/** A test run or a build, with its observation where one is known. */
type ToldRun = Pick<SessionDeed, "outcome" | "line">;

interface Runs {
  /** In backticks. */
  readonly command: string;
  readonly results: readonly ("pass" | "fail")[];
  /** The result of the last: "41 passed"; empty where the words say no more than that. */
  readonly end: string;
}

/**
 * Describes the runs of one kind by their commands: first the command of the last run ("failed once, then
 * passed: `npm test`: 41 passed"), then the one that failed most before it passed. Returns `undefined`
 * without any run.
 */
export function describeRuns(
  runs: readonly ToldRun[],
  kind: "tests" | "builds",
  maxUnits: number,
): string | undefined {
  const ended = runs.filter(({ outcome }) => outcome === `${kind}:pass` || outcome === `${kind}:fail`);
  const commands = [...Map.groupBy(ended, ({ line = "" }) => commandIn(line))].map(asRuns);
  const last = commands.find(({ command }) => command === commandIn(ended.at(-1)?.line ?? ""));
  if (last === undefined) return undefined;
  const mended = commands.filter((one) => one !== last && failures(one) > 0 && one.results.at(-1) === "pass")
    .sort((a, b) => failures(b) - failures(a))[0];
  const told = `${resultOf(last)}${last.command}${last.end}`;
  const both = mended === undefined ? told : `${told}; ${resultOf(mended)}${mended.command}`;
  return both.length <= maxUnits ? both : told.length <= maxUnits ? told : `${resultOf(last)}${last.command}`;
}

const RAN = /^Ran (`[^`]*`)(?:: ([^]*))?$/;

function commandIn(line: string): string {
  return RAN.exec(withoutReason(line))?.[1] ?? "";
}

function asRuns([command, runs]: [string, readonly ToldRun[]]): Runs {
  const results = runs.map(({ outcome }) => outcome?.endsWith(":fail") ? "fail" : "pass");
  const end = RAN.exec(withoutReason(runs.at(-1)?.line ?? ""))?.[2]?.split(/; committed “/)[0] ?? "";
  return { command, results, end: SAYS_NO_MORE.has(end) ? "" : `: ${end}` };
}

const SAYS_NO_MORE: ReadonlySet<string> = new Set(["", "passed", "failed", "it builds", "the build failed"]);

function failures({ results }: Runs): number {
  return results.filter((result) => result === "fail").length;
}

function resultOf(runs: Runs): string {
  const failed = failures(runs);
  const all = runs.results.length;
  const colon = runs.command === "" ? "" : ": ";
  if (runs.results.at(-1) === "fail") {
    return `${failed < all ? "passed, then failed" : `failed${times(all)}`}${colon}`;
  }
  return `${failed === 0 ? `passed${times(all)}` : `failed${times(failed) || " once"}, then passed`}${colon}`;
}

function times(amount: number): string {
  return amount === 1 ? "" : amount === 2 ? " twice" : ` ${amount} times`;
}
