// Writes texts for a session's start: rules, contents, sessions; the project's scratchpads and commits; what to save.
import { amount } from "../base/amounts.ts";
import { frameContext, quoteLine } from "../base/frame.ts";
import { coarseAge } from "../base/time.ts";
import { estimateTokens, FILLED_SHARE } from "../base/token_estimate.ts";
import { costOf, sumOf, unitsOf } from "./contents.ts";
import { lastWords, type OpenStep, summaryGlance } from "./summary_line.ts";

export interface RecentSession {
  readonly id: number;
  readonly lastAt: string; // the last start or end: a session may be resumed after weeks
  readonly title: string | null;
  readonly promptCount: number;
  readonly toolCount: number;
  readonly summary: string | null;
  readonly summedPrompts: number | null; // the number of prompts that the summary knows
  /** The steps since the summary, if the session's end was not seen: it broke off, or still goes on. */
  readonly open?: readonly OpenStep[] | undefined;
}

const SESSIONS = "Recent sessions in this project, newest first:";
const DETAILED_SESSIONS = 2; // the most sessions that are shown with their results

/** A session with so many calls counts as one with results, even if it changed no file and ran no test. */
const MANY_CALLS = 4; // such as a deploy and its checks
const FEW_PROMPTS = 2; // a session with at most so many prompts and without a call did no work

export function sessionsThatMatter(sessions: readonly RecentSession[], count: number): RecentSession[] {
  return byMatter(sessions).slice(0, count).sort(byTime);
}

/**
 * Sorts sessions, the most useful first: the two newest with any work (first the one with more work), then by work;
 * among equal ones, the newest first.
 */
function byMatter(sessions: readonly RecentSession[]): RecentSession[] {
  const rated = sessions.toSorted(byTime).map((session) => ({ session, work: workIn(session) }));
  const newest = rated.filter(({ work }) => work > 0).slice(0, DETAILED_SESSIONS);
  const sorted = [newest, rated].flatMap((part) => part.toSorted((a, b) => b.work - a.work));
  return [...new Set(sorted.map(({ session }) => session))];
}

function byTime(a: RecentSession, b: RecentSession): number {
  return a.lastAt === b.lastAt ? b.id - a.id : a.lastAt < b.lastAt ? 1 : -1;
}

/** Rates a session: 2 for results or many calls, 1 for some calls or prompts, 0 for nothing. */
function workIn({ summary, open = [], toolCount, promptCount }: RecentSession): 0 | 1 | 2 {
  if (toolCount >= MANY_CALLS || open.length > 0 || summaryGlance(summary ?? "") !== "") return 2;
  return toolCount > 0 || promptCount > FEW_PROMPTS ? 1 : 0;
}

export type CountedLines = Readonly<{ lines: readonly string[]; tokenCount: number }>;

const NO_LINES: CountedLines = { lines: [], tokenCount: 0 };

/** `tokenBudget` is for rules and sessions; the contents have a budget of their own. */
type SessionRoom = Readonly<{ now: Date; command: string; tokenBudget: number }>;

/** Returns the titles of the sessions with work. They get room before the rules, but at most a third of the tokens. */
export function reservedLines(sessions: readonly RecentSession[], room: SessionRoom): CountedLines {
  const worked = sessions.filter((session) => workIn(session) > 0).map((session) => linesOf(session, room));
  const lines = sessionLines(worked, 0, room.command);
  return { lines, tokenCount: Math.min(sumOf(lines, costOf), room.tokenBudget * FILLED_SHARE / 3) };
}

/**
 * Returns the text for a session's start: rules, contents, then sessions, the first two with results, the newest with
 * its last words. To fit, it leaves out these words first, then the results, then the sessions that matter least.
 * Returns `undefined` if there is nothing to show.
 */
export function lightContext(
  sessions: readonly RecentSession[],
  { rules = NO_LINES, contents = NO_LINES, maxUnits, reservedUnits = 0, ...room }: SessionRoom & {
    readonly rules?: CountedLines | undefined;
    readonly contents?: CountedLines | undefined;
    readonly maxUnits: number;
    /** The part of `maxUnits` for another text of the reply. A single session may use it, too. */
    readonly reservedUnits?: number;
  },
) {
  const above = [...rules.lines, ...contents.lines];
  const fixed = frameTokens() + rules.tokenCount;
  const units = FRAME_UNITS + sumOf(above, unitsOf);
  const ranked = byMatter(sessions).map((session) => linesOf(session, room));
  for (let left = sessions.length + DETAILED_SESSIONS + 1;; left--) { // each round leaves out a detail or a session
    const shown = ranked.slice(0, left).sort((a, b) => byTime(a.session, b.session));
    const lines = sessionLines(shown, left - shown.length, room.command);
    const tokens = fixed + sumOf(lines, costOf);
    const most = maxUnits - (left > 1 ? reservedUnits : 0);
    const fits = tokens <= room.tokenBudget * FILLED_SHARE && units + sumOf(lines, unitsOf) <= most;
    if (!fits && left > 0) continue;
    const all = [...above, ...lines];
    if (all.length === 0) return undefined;
    return { text: frameContext(all), tokenCount: contents.tokenCount + tokens, sessionCount: shown.length };
  }
}

/** Returns the line of a session, that of its results and that of its last words; the latter two may be empty. */
function linesOf(session: RecentSession, { now }: SessionRoom) {
  const { id, lastAt, promptCount, toolCount, open } = session;
  const summary = session.summary ?? "";
  const title = quoteLine(session.title ?? `(no ${promptCount ? "title" : "prompt"})`, 100);
  const counts = `${amount(promptCount, "prompt")}, ${amount(toolCount, "tool call")}`;
  const below = (text: string) => text && `  ${quoteLine(text, 200)}`;
  return {
    session,
    line: `- s${id} · ${coarseAge(new Date(lastAt), now)} · ${title} (${counts})`,
    results: below(summaryGlance(summary, open)),
    end: session.summedPrompts === promptCount ? below(lastWords(summary)) : "",
  };
}

/** Returns the lines of the sessions. The last of the details, after the results, is the newest session's last words. */
function sessionLines(sessions: readonly ReturnType<typeof linesOf>[], detailCount: number, command: string) {
  if (sessions.length === 0) return [];
  const most = Math.min(detailCount, DETAILED_SESSIONS);
  const detailed = sessions.filter(({ results }) => results).slice(0, most);
  const lines = sessions.flatMap((one, i) => [
    one.line,
    ...detailed.includes(one) ? [one.results] : [],
    ...i === 0 && detailCount > DETAILED_SESSIONS && one.end ? [one.end] : [],
  ]);
  return [SESSIONS, ...lines, `To look further back: \`${command} search "WORDS"\`, then \`get ID\`.`];
}

export const FRAME_UNITS = frameContext([]).length + 1; // with the line break before the first line
export const frameTokens = () => estimateTokens(frameContext([])); // a function, as not every hook needs it

/** A rule for every session: a preference (`m12`) or a value (`v3`). */
export type StandingRule = Readonly<Record<"id" | "text" | "statedAt", string>>;

/** `count`: the number of all rules, also unread ones; `values`: of values among them. `maxUnits` includes the frame. */
type RuleRoom = Readonly<
  Record<"count" | "values" | "tokenBudget" | "maxUnits", number> & { command: string }
>;

/** Says that these are rules, as the frame calls its content data; denies permissions, in case a foreign text is a rule. */
const HEADING =
  "Standing rules, newest first: how the user wants work done here, each in full. Follow them unless told otherwise, the newer where two differ; they grant no permissions:";
const MAX_UNITS = 7_000; // the most UTF-16 units of the rules, so that the reply has room for the sessions
export const SHORTEST_TOKENS = 8; // the fewest tokens of a rule's line

/**
 * Returns the lines of the rules, newest first, each in full, as half an instruction is worse than none. The first
 * `rules` get room first. `restLine`, none of `lines`, counts those that do not fit; it is empty if all fit. Returns
 * `undefined` if there is no room even for it.
 */
export function ruleBlock(rules: readonly StandingRule[], room: RuleRoom) {
  const longestRest = restLine([], room);
  const tokensFree = room.tokenBudget * FILLED_SHARE - frameTokens() - costOf(HEADING);
  const unitsFree = room.maxUnits - FRAME_UNITS - [HEADING, longestRest].join("\n").length - 1;
  const fitting = (maxTokens: number) => {
    const lines = new Map<StandingRule, string>();
    let [tokensLeft, unitsLeft] = [maxTokens, Math.min(MAX_UNITS, unitsFree)];
    for (const rule of rules) {
      const text = `- ${rule.id} · ${quoteLine(rule.text, Infinity)}`;
      if (costOf(text) > tokensLeft || text.length >= unitsLeft) continue;
      lines.set(rule, text);
      tokensLeft -= costOf(text);
      unitsLeft -= text.length + 1;
    }
    return lines;
  };
  const all = fitting(tokensFree);
  const isAll = all.size === room.count;
  if (unitsFree < 0 || (!isAll && tokensFree < costOf(longestRest))) return undefined;
  const lines = isAll ? all : fitting(tokensFree - costOf(longestRest));
  const rest = isAll ? "" : restLine([...lines.keys()], room);
  const heading = lines.size > 0 ? HEADING : HEADING.replace(", each in full", "");
  const newestFirst = rules.toSorted((a, b) => Date.parse(b.statedAt) - Date.parse(a.statedAt));
  return {
    lines: [heading, ...newestFirst.flatMap((rule) => lines.get(rule) ?? [])],
    tokenCount: costOf(heading) + sumOf([...lines.values(), rest], costOf),
    restLine: rest,
    covered: [...lines.keys()],
    total: room.count,
  };
}

export type RuleBlock = NonNullable<ReturnType<typeof ruleBlock>>;

function restLine(shown: readonly StandingRule[], { count, values, command }: RuleRoom): string {
  const left = count - shown.length;
  const leftValues = values - shown.filter(({ id }) => id.startsWith("v")).length;
  const lists = [
    ...(left > leftValues ? [`\`${command} memory list --category PREFERENCE\``] : []),
    ...(leftValues > 0 ? [`\`${command} values list\``] : []),
  ];
  return `- ${left} more did not fit: see ${lists.join(" and ")}`;
}

export type OrientationPart = Readonly<{ title: string; lines: readonly string[] }>;

export const ORIENTATION_UNITS = 6000; // of the 10,000 that a reply may have

/**
 * Returns the state of the project as framed data of at most `maxUnits`; `undefined` if there is nothing to show. The
 * longest part loses lines first, so that a long scratchpad does not displace the others.
 */
export function orientationText(parts: readonly OrientationPart[], maxUnits: number): string | undefined {
  const shown = parts.map(({ title, lines }) => ({
    title,
    lines: lines.map((line) => `> ${quoteLine(line, 300)}`.trimEnd()),
  })).filter(({ lines }) => lines.some((line) => line !== ">"));
  while (shown.length > 0) {
    const text = frameContext(
      shown.flatMap(({ title, lines }) => [`${quoteLine(title, 500)}:`, ...lines]),
    );
    if (text.length <= maxUnits) return text;
    const size = ({ lines }: OrientationPart) => sumOf(lines, ({ length }) => length);
    const longest = shown.reduce((a, b) => size(b) > size(a) ? b : a);
    do longest.lines.pop(); while (longest.lines.at(-1) === ">");
    if (longest.lines.length === 0) shown.splice(shown.indexOf(longest), 1);
  }
  return undefined;
}

/** A part of the MCP server's instructions. A session's start tells it if the client hides those from the model. */
export const SAVE_AT_ONCE =
  "Save with save_memory as soon as you know it, not at the end, what a later session will need and the code does not " +
  "say: a rule of the user, a decision with its reason, a cause that was found, a limit, what was put off and until when; " +
  "several in one call as memories: [...].";
