// Writes the summary of a session without a model, and shortens texts to their first sentences for it.
import { cutAtWord } from "../base/cut.ts";
import { NOT_SHOWN } from "../base/frame.ts";
import { ABBREVIATED_OR_INITIAL } from "../base/words.ts";
import { buildOtherParts, callsIn, covers } from "../outcome/invocations.ts";
import { findRuns } from "../outcome/find_runs.ts";
import { commitIn, NOT_RUN } from "./describe_command.ts";
import { isWork, listSome, PROSE, withLabels, withoutReason } from "./wording.ts";
import {
  describeFiles,
  lastRequest,
  type SessionAction,
  type SessionFacts,
  sessionGoal,
  type SessionWork,
} from "./session_facts.ts";
import { BEFORE_CHANGES, CHANGED_SINCE, factIn, summaryLine } from "./summary_line.ts";

export const MAX_SUMMARY_UNITS = 1000;
const LEAST_UNITS = 40; // a line with less room would say too little
const ANSWERED_LAST = "Answered last";
const ANSWERED_BEFORE = "Answered before";
const EARLIER = "Earlier";
/** Matches what may be a commit of an unknown subject, such as `git commit -q --amend --no-edit`. */
const MAY_COMMIT =
  /^Ran `.*\bgit\b.* (?:commit|revert|merge|cherry-pick|rebase)(?![\w-]| --(?:abort|quit)\b)[^`]*`(?!: .*failed)/;

/** Returns a Markdown list that claims nothing new: `Learnt` to `Open` hold what was saved. `undefined` if it is empty. */
export function summarizeSession(facts: SessionFacts): string | undefined {
  const { prompts, actions, saved, lessons, lastAnswer, answeredBefore } = facts;
  const ofCategory = (name: string) => saved.flatMap(({ category, text }) => category === name ? [text] : []);
  const commits = actions.flatMap(({ line = "" }) => commitIn(line) ?? []);
  const opened = new Set(actions.flatMap(({ line = "" }) => /^Opened (\S+)/.exec(line)?.[1] ?? []));
  const isCommit = ({ line = "" }: SessionAction) => commitIn(line) !== undefined || MAY_COMMIT.test(line);
  const end = commits.length > 0 ? actions.findLastIndex(isCommit) + 1 : actions.length;
  const files = (actions: SessionAction[]) => (max: number) => describeFiles({ ...facts, actions }, max);
  const listed = (texts: readonly string[]) => (maxUnits: number) => listTexts(texts, maxUnits);
  const lead = (text: string | undefined) => (maxUnits: number) => text && leadSentences(text, maxUnits);
  // A heading before a blank line tells a prompt's subject: without its marks, it is the first paragraph.
  const asked = (text: string | undefined) => lead(text?.replace(/^\s*#+\s+(\S.*\n)(?=[^\S\n]*\n)/, "$1"));
  const older = answeredBefore === lastAnswer ? undefined : answeredBefore;
  const before = { name: ANSWERED_BEFORE, maxUnits: 240, write: lead(older) };
  const request = { name: "Asked last", maxUnits: 160, write: asked(lastRequest(prompts)) };
  const lines: readonly { name: string; maxUnits: number; write: (units: number) => string | undefined }[] = [
    { name: EARLIER, maxUnits: 300, write: (units) => facts.earlier && cutAtWord(facts.earlier, units) },
    { name: "Asked", maxUnits: 260, write: asked(sessionGoal(prompts)) },
    { name: "Committed", maxUnits: 200, write: listed([...new Set(commits)]) },
    { name: "Opened", maxUnits: 160, write: (maxUnits) => listSome([...opened], { maxUnits }) },
    { name: "Changed", maxUnits: 160, write: files(actions.slice(0, end)) },
    { name: CHANGED_SINCE, maxUnits: 120, write: files(actions.slice(end)) },
    { name: "Tests", maxUnits: 240, write: (units) => describeRuns(facts, "tests", units) },
    { name: "Learnt", maxUnits: 240, write: listed(lessons) },
    { name: "Solved", maxUnits: 240, write: listed(ofCategory("RUNBOOK")) },
    { name: "Decided", maxUnits: 240, write: listed(ofCategory("DECISION")) },
    { name: "Open", maxUnits: 200, write: listed(ofCategory("TECH_DEBT")) },
    { name: "Build", maxUnits: 160, write: (units) => describeRuns(facts, "builds", units) },
    ...(lastAnswer ? [request, before] : [before, request]), // in the order in which they were said
    { name: ANSWERED_LAST, maxUnits: 240, write: lead(lastAnswer) },
  ];
  // The older answer is written after the other lines. The room left then goes to the last line, then to the two before it.
  const last = lines.slice(-3).toReversed().map((line) => ({ ...line, maxUnits: MAX_SUMMARY_UNITS }));
  const written = new Map<string, string>();
  let room = MAX_SUMMARY_UNITS;
  for (const { name, maxUnits, write } of [...lines.filter((line) => line !== before), before, ...last]) {
    room += written.get(name)?.length ?? 0;
    const free = Math.min(maxUnits, room - `- ${name}: \n`.length);
    const text = free < LEAST_UNITS ? undefined : write(free);
    if (text) written.set(name, `- ${name}: ${text}\n`);
    room -= written.get(name)?.length ?? 0;
  }
  return lines.map(({ name }) => written.get(name) ?? "").join("").trimEnd() || undefined;
}

/** Matches the beginnings of the lines that quote saved memories and lessons. */
const SAVED = /^- (?:Learnt|Solved|Decided|Open): /;

/** Returns the summary with its lines of `SAVED` made anew from the given facts, or removed. The other lines stay. */
export function withSaved(summary: string, facts?: SessionFacts): string {
  const lines = facts && summarizeSession(facts)?.split("\n") || [];
  return summary.split("\n").flatMap((line) => {
    const [start] = SAVED.exec(line) ?? [];
    return start === undefined ? line : lines.find((one) => one.startsWith(start)) ?? [];
  }).join("\n");
}

/** Returns what only the old summary knows: the answers and, if the session's rows are pruned, the facts but `SAVED`. */
export function toldIn(summary: string, isPruned: boolean) {
  const rest = () => summaryLine(withSaved(summary).replace(/^- Answered .*/gm, ""), null);
  const earlier = factIn(summary, EARLIER) ?? (isPruned ? rest() : "");
  const lastAnswer = factIn(summary, ANSWERED_LAST);
  return { lastAnswer, answeredBefore: factIn(summary, ANSWERED_BEFORE), earlier };
}

/** Returns the beginnings of as many texts as fit, and counts the others. */
function listTexts(texts: readonly string[], maxUnits: number): string | undefined {
  const leads = texts.map((text, i) => {
    const lead = leadSentences(text, maxUnits);
    return i < texts.length - 1 ? lead.replace(/[.。]$/, "") : lead; // a full stop goes if another text follows
  });
  return listSome(leads.filter((lead) => lead !== ""), { maxUnits, between: "; ", last: "; and " });
}

const COMPILING = /^(cargo|mvn) (?:check|build|compile)\b/; // matches builds of code that must build for its tests to pass
const RAN = /^Ran (`([^`]*)`)(?:: ([^]*?)(?:; committed “[^]*)?)?$/; // matches what `describeCommand` says of a run
const SAYS_NO_MORE: ReadonlySet<string> = new Set(["", "passed", "failed", "it builds", "the build failed"]);

/**
 * Describes the runs of one kind by the last, or the fullest pass since a change ("failed, then passed: `npm test`: 41
 * passed"); by one that failed if only fewer tests or other parts passed since ("failed, then passed in part"). Says if
 * its later result is unknown, or if files changed since. Leaves out the counts if they do not fit or say no more.
 */
export function describeRuns({ actions, project }: SessionWork, kind: "tests" | "builds", maxUnits: number) {
  const runs = actions.flatMap(({ outcome, line = "" }, at) => {
    const [ofKind, state] = outcome?.split(":") ?? [];
    const [, command = "", text = "", end = ""] = RAN.exec(withoutReason(line)) ?? [];
    if (ofKind !== kind || end === NOT_RUN) return [];
    // Parsing takes time: only what the counts leave open is parsed.
    let parsed: ReturnType<typeof callsIn> | undefined;
    const calls = () =>
      parsed ??= callsIn(text).filter((one) => findRuns(one.typed, []).some((run) => run.kind === kind));
    return [{ at, command, calls, end, testCount: countTests(end), state, isPass: state === "pass" }];
  });
  type Run = typeof runs[number];
  const isAgain = (later: Run, { command, calls }: Run) =>
    later.command === command ||
    (calls().length > 0 && calls().every((call) => later.calls().some((one) => covers(one, call))));
  const isTested = ({ at, calls }: Run) => {
    const tests = calls().flatMap(({ typed }) =>
      COMPILING.test(typed) ? typed.replace(COMPILING, "$1 test") : []
    );
    return actions.slice(at).some(({ outcome, line = "" }) =>
      tests.length > 0 && outcome === "tests:pass" &&
      callsIn(RAN.exec(line)?.[2] ?? "").some(({ typed }) => tests.includes(typed))
    );
  };
  const ended = runs.filter((run) => run.state !== "unknown" && (run.isPass || !isTested(run))).reverse(); // newest first
  const isPart = (later: Run, { calls, testCount }: Run) =>
    kind === "tests"
      ? later.testCount < testCount * MOST
      : calls().some((call) => later.calls().some((one) => buildOtherParts(one, call)));
  const mends = (later: Run, run: Run) =>
    later.isPass && later.at > run.at && (!isPart(later, run) || isAgain(later, run));
  const [newest] = ended;
  if (newest === undefined) return undefined;
  const isChange = ({ file }: SessionAction) => file !== null && isWork(file, project) && !PROSE.test(file);
  const changedAt = actions.findLastIndex((one, at) => at < newest.at && isChange(one));
  // Of the commands that passed since a change, that with the most tests says most: the newest may be of a part, or old.
  const isFuller = (run: Run, best: Run) =>
    run.isPass && run.at > changedAt && run.command !== best.command && run.testCount > best.testCount;
  const last = ended.find((run) => !run.isPass && !ended.some((one) => mends(one, run))) ??
    ended.reduce((best, run) => isFuller(run, best) ? run : best);
  const hasEnded = (how: boolean) => ended.some((run) => run.command === last.command && run.isPass === how);
  const isUnsure = (run: Run) => run.state === "unknown" && run.at > last.at && isAgain(run, last);
  const unsure = last.isPass ? undefined : runs.findLast(isUnsure);
  const since = unsure ? ", then ran with unknown result" : last === newest ? "" : ", then passed in part";
  const how = last.isPass
    ? hasEnded(false) ? "failed, then passed" : "passed"
    : (hasEnded(true) ? "passed, then failed" : "failed") + since;
  const isOutdated = actions.slice(Math.max(newest.at, unsure?.at ?? 0) + 1).some(isChange);
  const text = how + (isOutdated ? BEFORE_CHANGES : "") + (last.command && `: ${last.command}`);
  const whole = `${text}: ${last.end}`;
  return SAYS_NO_MORE.has(last.end) || whole.length > maxUnits ? text : whole;
}

const MOST = 0.8; // a run of this share of the tests counts as one of all: some may have been removed meanwhile

/** Adds up "2 failed, 41 passed"; `NaN` without counts, so that `<` is false and any later pass counts as all tests. */
function countTests(end: string): number {
  const counts = end.split(";", 1)[0]!.match(/\d+(?= (?:failed|passed))/g);
  return counts?.reduce((sum, each) => sum + Number(each), 0) ?? NaN;
}

const READ_UNITS = 4000; // the units of a text in which its first sentences are looked for
/** The source of a pattern for a sentence's end with its closing marks. The dot in `cart.py` or `1.5` is none. */
const ENDS = String.raw`[.!?…]+(?<!${ABBREVIATED_OR_INITIAL}\.)["')\]*\x60”’]*(?=\s|$)|[。！？]+[」』）]*`;
const SENTENCE = new RegExp(`[^]*?(?:${ENDS}|$)`, "g");
const NO_PROSE = /^\s*(?:\||(?:[-*_=━─] *){3,}$|https?:\/\/\S*\s*$)/;
/** Matches a block of code. The groups are a bold or short line that only labels it ("**Before:**"), and such code. */
const CODE =
  /^(?:((?:(?=\*\*[^*\n]+\*\*[:：]?$)|(?<=\n)(?=.{1,24}[:：]$))(?:\W*\d+\. *)?[^.\n]{1,60}[:：]\**\s*\n\s*)```.*\n([^]*?)| *```[^]*?)(?:^ *```|$(?![^]))/gm;
const HEADING = /^\s*#{1,6}(?!\S)/;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/;
const LINE_MARKS = /^(?:[\s>]+|#{1,6}\s+|[-*+•]\s+|\d{1,2}[.)]\s+)+/;

const LEAST_LEAD = 40; // a shorter text, such as "Done.", does not say enough by itself

/**
 * Returns the first whole sentences of a text, on one line of at most `maxUnits`: those of the first paragraph, and of
 * later ones while the result says little ("Done.") or ends with a colon. A first sentence that is too long is cut. Code,
 * tables, rulers and bare URLs are left out; so are headings and code with its label, unless there is nothing else.
 */
export function leadSentences(text: string, maxUnits: number): string {
  const read = (code: string) =>
    withLabels(text.slice(0, READ_UNITS)).replace(CODE, code).split(/\n\s*\n/)
      .map((paragraph) => paragraph.split("\n").filter((line) => !NO_PROSE.test(line)));
  const texts = read("").map((lines) => sentencesOf(lines.filter((line) => !HEADING.test(line))));
  return leadOf(texts.flat().length > 0 ? texts : read("$1$2").map(sentencesOf), maxUnits);
}

function leadOf(paragraphs: readonly (readonly string[])[], maxUnits: number): string {
  let lead = "";
  for (const sentences of paragraphs) {
    if (lead.length >= LEAST_LEAD && !COLON.test(lead)) break;
    for (const sentence of sentences) {
      const longer = lead === "" ? sentence : `${lead}${isClosed(lead) ? " " : "; "}${sentence}`;
      if (longer.length + (isClosed(sentence) ? 0 : CUT.length) <= maxUnits) lead = longer;
      else if (lead === "") return cutAtWord(sentence, maxUnits).toWellFormed();
      else return isClosed(lead) ? lead.replace(COLON, "") : lead + CUT;
    }
  }
  return lead.replace(COLON, "");
}

const COLON = /\s*[:：]$/; // matches the end of a sentence that only announces the next paragraph

const CUT = " …"; // ends a lead without final punctuation if the next sentence or list item does not fit

function sentencesOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const plain = line.replace(NOT_SHOWN, " ").replace(LINE_MARKS, "").replace(/(?<!\*)\*\*(?!\*)/g, "")
      .trim();
    const last = items.at(-1);
    if (last === undefined || /[:：]$/.test(last) || LIST_MARK.test(line)) items.push(plain);
    else items[items.length - 1] = `${last} ${plain}`;
  }
  return items.flatMap((item) => item.match(SENTENCE) ?? []).map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const isClosed = (text: string) => /[.!?…:;,。！？：；，]["')\]*`”’」』）]*$/.test(text);
