import type { TriageSettings } from "./settings.ts";

/** What is known at a stop before the transcript is read. */
export interface StopSituation {
  /** Nobody sits at the terminal: going on would replace the answer that a script waits for. */
  readonly isUnattended: boolean;
  readonly runningSubagents: number;
  readonly runningShells: number;
  /** How many stops of this session have already waited for a shell. */
  readonly shellWaits: number;
  /** User prompts since this session was last asked; `undefined` when it never was. */
  readonly promptsSinceAsk: number | undefined;
}

/**
 * What a stop does with what it finds: ask the agent to save it, hold it for the next stop that may ask, save it
 * silently, not look for it yet as work is still running, or nothing at all.
 */
export type StopPlan = "ask" | "hold" | "save" | "wait" | "nothing";

/** A dev server never ends, so a shell delays an ask this often at most. */
export const MAX_SHELL_WAITS = 3;

/** Decides from the cheapest to know; the transcript is not read for `wait` and `nothing`. */
export function planStop(situation: StopSituation, settings: TriageSettings): StopPlan {
  if (situation.isUnattended && settings.unattended === "off") return "nothing";
  // It disturbs nobody, and a script's only stop may come while a server that it started still runs.
  if (!settings.blocking || (situation.isUnattended && settings.unattended === "save")) return "save";
  if (situation.runningSubagents > 0) return "wait";
  if (situation.runningShells > 0 && situation.shellWaits < MAX_SHELL_WAITS) return "wait";
  const { promptsSinceAsk } = situation;
  const isTooSoon = promptsSinceAsk !== undefined && promptsSinceAsk < settings.min_turns_between_asks;
  return isTooSoon ? "hold" : "ask";
}
