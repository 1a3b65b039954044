import { coarseAge } from "./ages.ts";
import { estimateTokens } from "./context/token_estimate.ts";
import { frameContext, quoteLine } from "./frame.ts";
import type { RuleBlock } from "./standing_rules.ts";
import { summaryGlance } from "./summary_line.ts";

/** A session as the light context shows it. */
export interface RecentSession {
  readonly id: number;
  readonly startedAt: string;
  readonly title: string | null;
  readonly promptCount: number;
  readonly toolCount: number;
  /** What came of it, as a list; `null` where nobody has written one. */
  readonly summary: string | null;
}

export interface LightContextOptions {
  readonly now: Date;
  /** How `mneme` is called in a shell; the path, as it need not be on the user's. */
  readonly command: string;
  /** The rules that hold in this project, within the budget. */
  readonly rules?: RuleBlock | undefined;
  /** Upper bound for the text, in tokens. */
  readonly tokenBudget: number;
}

const SESSIONS = "Recent sessions in this project, newest first:";
const TITLE_UNITS = 100;
const GLANCE_UNITS = 200;
/** Of so many of the newest sessions it is told what came of them. */
const TOLD_SESSIONS = 2;
/** Of the budget; the rest is for what an estimate is off by. */
export const FILL = 0.9;

export interface LightContext {
  readonly text: string;
  readonly sessionCount: number;
}

/** With so many calls something was done, also where no file was changed and no test was run. */
const MANY_CALLS = 10;
/** Who asked no more than this, without a call, hardly began. */
const FEW_PROMPTS = 2;

/** Of sessions of one project those that matter, newest first: by the work that was done in them, then by their time. */
export function sessionsThatMatter(sessions: readonly RecentSession[], count: number): RecentSession[] {
  const byTime = (a: RecentSession, b: RecentSession) =>
    a.startedAt === b.startedAt ? b.id - a.id : a.startedAt < b.startedAt ? 1 : -1;
  const ranked = sessions.map((session) => ({ session, work: workIn(session) }));
  ranked.sort((a, b) => b.work - a.work || byTime(a.session, b.session));
  return ranked.slice(0, count).map(({ session }) => session).sort(byTime);
}

/** 2 where something came of it, or could have, down to 0 where nothing was done. */
function workIn({ summary, toolCount, promptCount }: RecentSession): 0 | 1 | 2 {
  if (toolCount >= MANY_CALLS || summaryGlance(summary ?? "") !== "") return 2;
  return toolCount > 0 || promptCount > FEW_PROMPTS ? 1 : 0;
}

/**
 * What a session is told at its start: the rules, then these sessions, as many as fit, with what came of the first.
 * First what came of them gives way, then the sessions, the last first. `undefined`: there is nothing to tell.
 */
export function lightContext(
  sessions: readonly RecentSession[],
  options: LightContextOptions,
): LightContext | undefined {
  const rules = options.rules?.lines ?? [];
  const lines = sessions.map((session) => sessionLine(session, options.now));
  const glances = sessions.slice(0, TOLD_SESSIONS).map(glanceLine);
  const search = `To look further back: \`${options.command} search "WORDS"\`, then \`get ID\`.`;
  const framed = (told: readonly string[]) => frameContext([...rules, SESSIONS, ...told, search]);
  let tokens = [...lines, ...glances].reduce((sum, line) => sum + costOf(line), estimateTokens(framed([])));
  while (lines.length > 0 && tokens > options.tokenBudget * FILL) {
    tokens -= costOf(glances.pop() ?? lines.pop() ?? "");
  }
  if (lines.length > 0) {
    const told = lines.flatMap((line, i) => [line, glances[i] ?? ""]).filter((line) => line !== "");
    return { text: framed(told), sessionCount: lines.length };
  }
  return rules.length === 0 ? undefined : { text: frameContext(rules), sessionCount: 0 };
}

/** What a line takes of the budget, with its end. */
export function costOf(line: string): number {
  return line === "" ? 0 : estimateTokens(line) + 1;
}

/** What came of a session, on a line of its own; empty where nothing is known. */
function glanceLine({ summary }: RecentSession): string {
  const glance = summaryGlance(summary ?? "");
  return glance === "" ? "" : `  ${quoteLine(glance, GLANCE_UNITS)}`;
}

function sessionLine(session: RecentSession, now: Date): string {
  const title = quoteLine(session.title ?? "(no prompt)", TITLE_UNITS);
  const counts = `${amount(session.promptCount, "prompt")}, ${amount(session.toolCount, "tool call")}`;
  return `- s${session.id} · ${coarseAge(new Date(session.startedAt), now)} · ${title} (${counts})`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
