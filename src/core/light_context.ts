import { coarseAge } from "./ages.ts";
import { estimateTokens } from "./context/token_estimate.ts";
import { frameContext, quoteLine } from "./frame.ts";
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

/** A rule as the light context shows it. */
export interface ShownValue {
  readonly id: number;
  readonly text: string;
}

export interface LightContextOptions {
  readonly now: Date;
  /** How `mneme` is called in a shell; the path, as it need not be on the user's. */
  readonly command: string;
  /** The rules that this project goes by, the most used first. */
  readonly values?: readonly ShownValue[];
  /** Upper bound for the text, in tokens. */
  readonly tokenBudget: number;
}

const TITLE_UNITS = 100;
const VALUE_UNITS = 160;
const GLANCE_UNITS = 200;
/** Of so many of the newest sessions it is told what came of them. */
const TOLD_SESSIONS = 2;
/** Of the budget; the rest is for what an estimate is off by. */
const FILL = 0.9;

export interface LightContext {
  readonly text: string;
  readonly ruleCount: number;
  readonly sessionCount: number;
}

/**
 * What a session is told at its start: the rules, then sessions newest first, as many as fit, with what came of the
 * newest. First what came of them gives way, then the sessions, the oldest first. `undefined`: there is nothing to tell.
 */
export function lightContext(
  sessions: readonly RecentSession[],
  options: LightContextOptions,
): LightContext | undefined {
  const lines = sessions.map((session) => sessionLine(session, options.now));
  const glances = sessions.slice(0, TOLD_SESSIONS).map(glanceLine);
  const search = `To look further back: \`${options.command} search "WORDS"\`, then \`get ID\`.`;
  const rules = (options.values ?? []).map(({ id, text }) => `- v${id} · ${quoteLine(text, VALUE_UNITS)}`);
  while (lines.length + rules.length > 0) {
    const told = lines.flatMap((line, i) => [line, ...(glances[i] ?? [])]);
    const text = frameContext([
      ...(rules.length === 0 ? [] : ["Rules of this project, from its lessons:", ...rules]),
      ...(told.length === 0 ? [] : ["Recent sessions in this project:", ...told, search]),
    ]);
    if (estimateTokens(text) <= options.tokenBudget * FILL) {
      return { text, ruleCount: rules.length, sessionCount: lines.length };
    }
    if ((glances.pop() ?? lines.pop()) === undefined) rules.pop();
  }
  return undefined;
}

/** What came of a session, on a line of its own; none where nothing is known. */
function glanceLine({ summary }: RecentSession): string[] {
  const glance = summaryGlance(summary ?? "");
  return glance === "" ? [] : [`  ${quoteLine(glance, GLANCE_UNITS)}`];
}

function sessionLine(session: RecentSession, now: Date): string {
  const title = quoteLine(session.title ?? "(no prompt)", TITLE_UNITS);
  const counts = `${amount(session.promptCount, "prompt")}, ${amount(session.toolCount, "tool call")}`;
  return `- s${session.id} · ${coarseAge(new Date(session.startedAt), now)} · ${title} (${counts})`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
