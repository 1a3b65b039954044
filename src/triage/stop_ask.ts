import { ASK_OPENING } from "../base/conversation.ts";
import { cutAtWord } from "../base/cut.ts";
import { quoteLine } from "../base/frame.ts";
import type { TriageSettings } from "../base/settings.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";

/** Something that is to be saved, in clean text. */
export interface AskedMemory {
  readonly category: MemoryCategory;
  readonly text: string;
}

const TEXT_UNITS = 300;
/** The most memories in one ask, as more would be a chore; the others stay candidates. */
export const MAX_ASKED = 6;

/**
 * Words the text with which a stop asks the agent to save what was found. `command` starts `mneme` in a
 * shell. The text is short, as the client shows it to the user, too.
 */
export function askText(memories: readonly AskedMemory[], command: string): string {
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

/** The situation at a stop, as it is known before the transcript is read. */
export interface StopSituation {
  /** Nobody sits at the terminal: going on would replace the answer that a script waits for. */
  readonly isUnattended: boolean;
  readonly runningSubagents: number;
  readonly runningShells: number;
  /** The number of stops of this session that have already waited for a shell. */
  readonly shellWaits: number;
  /** User prompts since this session was last asked; `undefined` when it never was. */
  readonly promptsSinceAsk: number | undefined;
}

/**
 * The plan of a stop: to ask the agent to save its findings, to hold them for the next stop that may ask, to
 * save them silently, to wait as work is still running, or to do nothing at all.
 */
export type StopPlan = "ask" | "hold" | "save" | "wait" | "nothing";

/** A dev server never ends, so a shell delays an ask this often at most. */
export const MAX_SHELL_WAITS = 3;

/** Plans a stop before the transcript is read, which `wait` and `nothing` never do. */
export function planStop(situation: StopSituation, settings: TriageSettings): StopPlan {
  if (situation.isUnattended && settings.unattended === "off") return "nothing";
  // Saving disturbs nobody, and a script's only stop may come while a server that it started still runs.
  if (!settings.blocking || (situation.isUnattended && settings.unattended === "save")) return "save";
  if (situation.runningSubagents > 0) return "wait";
  if (situation.runningShells > 0 && situation.shellWaits < MAX_SHELL_WAITS) return "wait";
  const { promptsSinceAsk } = situation;
  const isTooSoon = promptsSinceAsk !== undefined && promptsSinceAsk < settings.min_turns_between_asks;
  return isTooSoon ? "hold" : "ask";
}
