import { says } from "./course.ts";
import type { CueName } from "./cues/cue_names.ts";
import type { LearntCategory } from "./model.ts";
import type { Passage } from "./read_message.ts";

/** Phrases that together leave no doubt of the category, each of them affirmed. */
const WHOLE_STATEMENTS: Readonly<Record<LearntCategory, readonly (readonly CueName[])[]>> = {
  DECISION: [["adopted", "over", "reason"], ["adopted", "rejected", "reason"]],
  RUNBOOK: [["cause", "fixed"]],
  CONSTRAINT: [["unsupported", "limit"]],
  TECH_DEBT: [["deferred", "workaround"]],
  PREFERENCE: [["standing", "always"]],
};

/** What takes such a statement back. */
const DOUBTS: readonly CueName[] = [
  "pending",
  "guess",
  "reported",
  "supposed",
  "stillOpen",
  "paidOff",
  "once",
];

/** Whether a passage says by itself all that makes one of its category, whatever the conversation around it says. */
export function isStatedInFull(passage: Passage, category: LearntCategory): boolean {
  return WHOLE_STATEMENTS[category].some((cues) => cues.every((cue) => says(passage, cue))) &&
    !DOUBTS.some((cue) => says(passage, cue));
}
