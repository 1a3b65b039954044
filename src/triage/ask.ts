import { cutAtWord } from "../base/cut.ts";
import { frameLines, quoteLine } from "../base/frame.ts";
import { ASK_OPENING } from "../base/conversation.ts";
import type { TriageSettings } from "../base/settings.ts";
import type { Candidate, Evidence, TriageCategory } from "../base/triage_types.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";

/** The facts by which a stop is planned, before triage reads the transcript. */
export interface StopSituation {
  /** True if no user is at the terminal. The reply to an ask would replace the answer that a script waits for. */
  readonly isUnattended: boolean;
  readonly runningSubagents: number;
  readonly runningShells: number;
  /** The number of stops of this session that have already waited for a shell. */
  readonly shellWaits: number;
  /** The number of prompts since the last ask of this session; `undefined` if there was none. */
  readonly promptsSinceAsk: number | undefined;
}

/**
 * The plan of a stop: to ask the agent to save the findings, to leave a note of them, to save them silently, to wait for
 * a shell, or to do nothing at all.
 */
export type StopPlan = "ask" | "note" | "save" | "wait" | "nothing";

/** The most stops of a session that wait for a running shell. The shell may never end, for example a dev server. */
export const MAX_SHELL_WAITS = 3;

/** Plans the triage of a stop. For `wait` and `nothing`, triage does not read the transcript. */
export function planStop(situation: StopSituation, settings: TriageSettings): StopPlan {
  if (situation.isUnattended && settings.unattended === "off") return "nothing";
  // Saving disturbs nobody, and the only stop of a script may come while a server that it started still runs.
  if (!settings.blocking || (situation.isUnattended && settings.unattended === "save")) return "save";
  if (situation.runningSubagents > 0) return "nothing"; // after a subagent's end comes another stop
  if (situation.runningShells > 0 && situation.shellWaits < MAX_SHELL_WAITS) return "wait";
  const { promptsSinceAsk } = situation;
  const isTooSoon = promptsSinceAsk !== undefined && promptsSinceAsk < settings.min_turns_between_asks;
  return isTooSoon ? "note" : "ask";
}

/** The highest score that triage gives. */
export const HIGHEST_SCORE = 0.95;

/** The margins above the threshold that a candidate needs to be saved silently, since nobody checks it. */
const CERTAINTY: Readonly<Record<TriageCategory, number>> = {
  DECISION: 0.15,
  RUNBOOK: 0.15,
  CONSTRAINT: 0.35,
  TECH_DEBT: 0.35,
  PREFERENCE: 0.15,
};

/** Matches the words with which people say that something holds from now on, in the languages that triage knows best. */
const LASTS =
  /\b(?:from (?:now|here) on|going forward|(?:in|for) (?:the )?future(?! me\b)|ab (?:jetzt|sofort)|von (?:jetzt|nun) an|in zukunft|künftig|désormais|dorénavant|(?:de|a partir de) ahora|en el futuro)\b|à (?:partir de maintenant|l['’]avenir)|今後|これから|从现在|以后|以後/i;

/** Tells whether a rule says itself that it holds beyond the task at hand. */
export function saysThatItLasts(rule: string): boolean {
  return LASTS.test(rule);
}

/**
 * Tells whether a candidate may be saved as a memory that nobody has checked. A rule has to say that it lasts: "Never edit
 * files" may hold for one task, or for the text that the agent is to write. `threshold` is the setting
 * `triage.heuristic_threshold`; the margin does not raise it above the highest score.
 */
export function isNearlyCertain(
  { category, score, evidence }: Pick<Candidate, "category" | "score"> & {
    readonly evidence: Pick<Evidence, "quote">;
  },
  threshold: number,
): boolean {
  if (category === "PREFERENCE" && !saysThatItLasts(evidence.quote)) return false;
  return score >= Math.min(Math.max(HIGHEST_SCORE, threshold), threshold + CERTAINTY[category]);
}

const TEXT_UNITS = 300;
/** The most memories in one ask, as more would be a chore; the others stay candidates. */
export const MAX_ASKED = 6;

/**
 * Returns the text with which a stop asks the agent to save the findings, whose texts have no secrets. `command` starts
 * `mneme` in a shell. The text is short, since the client also shows it to the user.
 */
export function askText(
  memories: readonly { readonly category: MemoryCategory; readonly text: string }[],
  command: string,
): string {
  const lines = memories.map(({ category, text }) =>
    `- [${category}] ${quoteLine(cutAtWord(text, TEXT_UNITS), TEXT_UNITS)}`
  );
  return [
    ASK_OPENING,
    ...lines,
    "",
    "Call `save_memory` (category, title, body, recall_when) for each that will matter in a later session, in words that " +
    "stand on their own; in title the fact in 4-14 words, in recall_when 2-4 phrases in which one would ask for it in " +
    'other words, such as "module not found after install" for a rule to use pnpm.',
    `Without that tool: \`${command} memory add --category CATEGORY --title "FACT" "TEXT"\`. ` +
    "How to save well: the `memory-management` skill.",
    "Leave out what does not matter. After saving you may stop; do not repeat your answer.",
  ].join("\n");
}

/** The most clauses of a note. */
const MAX_REASONS = 2;
/** The most UTF-16 units of the reasons in a note. Two clauses always fit, because a command in a clause is cut. */
const REASONS_UNITS = 160;

/** Returns the note for the next prompt. The agent itself judges the reasons, because the rules cannot. */
export function noteText(reasons: readonly string[]): string {
  const seen = quoteLine(reasons.slice(0, MAX_REASONS).join("; "), REASONS_UNITS); // may name a command
  return frameLines([
    `Last turn, ${seen}. If a teammate would want it in a month, save_memory it next, with recall_when; else go on.`,
  ]);
}
