import type { CueName } from "./cues/cue_names.ts";
import type { LearntCategory } from "./model.ts";

/** The phrases that speak for a category by themselves. */
export const OWN_CUES: Readonly<Record<LearntCategory, readonly CueName[]>> = {
  DECISION: ["adopted", "over", "rejected", "agreed"],
  RUNBOOK: ["cause", "fixed", "found", "works", "recipe"],
  CONSTRAINT: ["unsupported", "limit", "policy", "required"],
  TECH_DEBT: ["deferred", "workaround", "leftAsIs", "missing"],
  PREFERENCE: ["standing", "always", "ours", "wish"],
};
