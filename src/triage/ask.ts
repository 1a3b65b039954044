// Plans a stop (ask, note, save or wait), writes its texts, and tells which findings need no check.
import { cutAtWord } from "../base/cut.ts";
import { frameLines, quoteLine } from "../base/frame.ts";
import { ASK_OPENING } from "../base/conversation.ts";
import type { TriageSettings } from "../base/settings.ts";
import type { Evidence, Finding, TriageCategory } from "../base/triage_types.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";

export interface StopSituation {
  /** True if a script runs the client: the reply to an ask would replace the answer that is waited for. */
  readonly isUnattended: boolean;
  readonly runningSubagents: number;
  readonly runningShells: number;
  /** The number of earlier stops of the session that had the plan `wait`. */
  readonly shellWaits: number;
  readonly isSaved: boolean; // true if the agent has saved something in this turn; false without background tasks
  /** `undefined` if this session had no ask yet. */
  readonly promptsSinceAsk: number | undefined;
}

/**
 * `ask` the agent to save the findings, leave a `note` for the next prompt, `save` silently, `wait` for a shell, or
 * `settle`: handle only the newest turn's findings, without an ask, as the agent has itself chosen what to save of it.
 */
export type StopPlan = "ask" | "note" | "save" | "settle" | "wait" | "nothing";

export const MAX_SHELL_WAITS = 3; // the waits are limited, as a shell may never end: a dev server

/** Plans a stop. With `wait` and `nothing`, the stop triages no transcript. */
export function planStop(situation: StopSituation, settings: TriageSettings): StopPlan {
  if (situation.isUnattended && settings.unattended === "off") return "nothing";
  // Saving does not wait for shells: the only stop of a script may come while a server that it started still runs.
  if (!settings.blocking || (situation.isUnattended && settings.unattended === "save")) return "save";
  const { runningSubagents, runningShells, shellWaits, promptsSinceAsk } = situation;
  const isWaiting = runningSubagents > 0 || (runningShells > 0 && shellWaits < MAX_SHELL_WAITS);
  // The end of background work begins a new turn, whose stop would not know what was saved in this one.
  if (isWaiting && situation.isSaved) return "settle";
  if (isWaiting) return runningSubagents > 0 ? "nothing" : "wait"; // after a subagent's end comes another stop
  const isTooSoon = promptsSinceAsk !== undefined && promptsSinceAsk < settings.min_turns_between_asks;
  return isTooSoon ? "note" : "ask";
}

export const HIGHEST_SCORE = 0.95; // no finding has a higher one, as triage may always be wrong

/** Returns how far above the threshold a finding's score must be for it to be saved without a check. */
const marginOf = (category: TriageCategory) => /^(?:CONSTRAINT|TECH_DEBT)$/.test(category) ? 0.35 : 0.15;

/** Matches words by which a rule says that it lasts, not "a date in the future" or "support it in the future". */
export const LASTS =
  /\b(?:from (?:now|here) on|going forward|(?<!\b(?:(?:is|are|be)(?: not|n't)?|dates?|times?|timestamps?|days?|hours?|(?:(?<!(?:^|[,:;] |\b(?:if|and) )you )(?:can|could)|able|may|might|support|implement)\b[^.,;]{0,80}) )in (?:the )?future(?! (?:version|release|update|iteration|phase)s?\b)|for the future|for future(?= (?:commits|PRs|pull requests|answers|replies|responses|messages)\b)|(?<=(?:^|[,:;] )(?:(?:also|and|but|note|so) )?)for future(?! me\b)|ab (?:jetzt|sofort)|von (?:jetzt|nun) an|in zukunft|künftig|désormais|dorénavant|(?:de|a partir de) ahora|(?<!\b(?:fechas?|horas?|est(?:é|én|á|án|a)|sea|para \w+) )en el futuro)\b|à (?:partir de maintenant|l['’]avenir)|今後|これから|从现在|以后|以後/i;

/**
 * Returns true if a finding may become a memory that nobody has checked. A rule has to say that it lasts, because "Never
 * edit files" may hold for one task alone. `threshold` is the setting `triage.heuristic_threshold`.
 */
export function isNearlyCertain(
  { category, score, evidence }: Pick<Finding, "category" | "score"> & {
    readonly evidence: Pick<Evidence, "quote">;
  },
  threshold: number,
): boolean {
  if (category === "PREFERENCE" && !LASTS.test(evidence.quote)) return false;
  return score >= Math.min(Math.max(HIGHEST_SCORE, threshold), threshold + marginOf(category));
}

const TEXT_UNITS = 300;
/** The most memories in one ask, as more would be a chore. The others stay candidates. */
export const MAX_ASKED = 6;

/** Returns a short text, as the client shows it to the user, too. The memories must be clean; `command` starts `mneme`. */
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
    "stand on their own. title: the fact in 4-14 words. recall_when: 2-4 phrases in other words that somebody who needs " +
    'it would type, such as "module not found after install" for a rule to use pnpm.',
    `Without that tool: \`${command} memory add --category CATEGORY --title "FACT" "TEXT"\`. ` +
    "How to save well: the `memory-management` skill.",
    "Leave out what does not matter. After saving you may stop; do not repeat your answer.",
  ].join("\n");
}

const MAX_REASONS = 2;
/** The most units of the reasons. Two always fit, because a command in a reason is cut. */
const REASONS_UNITS = 160;

/** Returns the note for the next prompt, by which the agent itself judges if the last turn is worth a memory. */
export function noteText(reasons: readonly string[]): string {
  const seen = quoteLine(reasons.slice(0, MAX_REASONS).join("; "), REASONS_UNITS); // may name a command
  return frameLines([
    `Last turn, ${seen}. If a teammate would want it in a month, call save_memory next, with recall_when; else go on.`,
  ]);
}
