import { coarseAge } from "./ages.ts";
import { frameContext, quoteLine } from "./frame.ts";

/** A session as the light context shows it. */
export interface RecentSession {
  readonly id: number;
  readonly startedAt: string;
  readonly title: string | null;
  readonly promptCount: number;
  readonly toolCount: number;
}

export interface LightContextOptions {
  readonly now: Date;
  /** How `mneme` is called in a shell; the path, as it need not be on the user's. */
  readonly command: string;
  /** Upper bound for the text, in tokens. */
  readonly tokenBudget: number;
}

const TITLE_UNITS = 100;
/** Cautious for English and code; the assembler's own estimate replaces it where tokens must be counted well. */
const UNITS_PER_TOKEN = 3;

export interface LightContext {
  readonly text: string;
  readonly sessionCount: number;
}

/** What a session is told at its start, newest first, as many as fit; `undefined` when there is nothing to tell. */
export function lightContext(
  sessions: readonly RecentSession[],
  options: LightContextOptions,
): LightContext | undefined {
  const lines = sessions.map((session) => sessionLine(session, options.now));
  const search =
    `To look further back: \`${options.command} sessions list --match WORDS\`, then \`sessions show ID\`.`;
  while (lines.length > 0) {
    const text = frameContext(["Recent sessions in this project:", ...lines, search]);
    if (text.length <= options.tokenBudget * UNITS_PER_TOKEN) return { text, sessionCount: lines.length };
    lines.pop();
  }
  return undefined;
}

function sessionLine(session: RecentSession, now: Date): string {
  const title = quoteLine(session.title ?? "(no prompt)", TITLE_UNITS);
  const counts = `${amount(session.promptCount, "prompt")}, ${amount(session.toolCount, "tool call")}`;
  return `- s${session.id} · ${coarseAge(new Date(session.startedAt), now)} · ${title} (${counts})`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
