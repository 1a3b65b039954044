import { says } from "./course.ts";
import type { CueName } from "./cues/cue_names.ts";
import type { LearntCategory } from "./model.ts";
import { JUDGED_SIGNS, type RankedPassage } from "./rank_passages.ts";

/**
 * What a passage must have, beside a score, to be asked about. Real sessions are full of progress reports, plans and lists
 * that sound like more: on windows of real sessions these parts told right from wrong where the score did not.
 */
const PARTS: Readonly<Record<LearntCategory, (passage: RankedPassage) => boolean>> = {
  /** A user's choice that is not stated in full, and takes no option, is mostly a task; an agent says more than its next step. */
  DECISION: (one) =>
    one.role === "assistant" && one.passage.kind === "prose" && !says(one.passage, "narration") &&
    saysAny(one, ["adopted", "agreed", "over", "reason"]),
  /** A cause or a cure, after a failure, and something was done about it; in a list of what was done, the cause. */
  RUNBOOK: (one) =>
    isActedOn(one) && (isAfterFailure(one) || tellsOfFailure(one)) &&
    saysAny(one, one.passage.kind === "item" ? ["cause"] : ["cause", "failed", "found", "fixed"]) &&
    !(says(one.passage, "narration") && !saysAny(one, ["cause", "found"])),
  CONSTRAINT: () => true,
  TECH_DEBT: ({ passage }) => !says(passage, "supposed") && !says(passage, "pending"),
  /** The agent's own habits, and wishes for this one task, are no rules. */
  PREFERENCE: (one) =>
    one.role === "user" && saysAny(one, ["standing", "ours"]) && !says(one.passage, "once"),
};

/**
 * Whether a passage has all parts of what it is taken for. What is stated in full has them, but for what was done; where
 * nobody did anything but talk, the words are all there is.
 */
export function hasItsParts(one: RankedPassage, isStated: boolean): boolean {
  if (one.passage.kind === "heading" || announces(one)) return false;
  return one.isBareTalk || (one.category !== "RUNBOOK" && isStated) || PARTS[one.category](one);
}

/** Whether what it says stands behind its last colon, in code or a list that is no part of it. */
function announces({ passage: { sentences } }: RankedPassage): boolean {
  return sentences.length < 3 && /[:\uff1a]\W*$/.test(sentences.at(-1)?.text ?? "");
}

function isActedOn(one: RankedPassage): boolean {
  return !hasSign(one, "no file changes") || hasSign(one, "a run passed since the failure");
}

function isAfterFailure(one: RankedPassage): boolean {
  return says(one.passage, "failed") || hasSign(one, "a failure came before") ||
    hasSign(one, "a failed run came before");
}

/** A cause or a cure that is told in prose is one of a failure, though nobody called it one. */
function tellsOfFailure({ passage }: RankedPassage): boolean {
  return passage.kind === "prose" &&
    (says(passage, "cause") || (says(passage, "fixed") && says(passage, "works")));
}

function saysAny({ passage }: RankedPassage, cues: readonly CueName[]): boolean {
  return cues.some((cue) => says(passage, cue));
}

function hasSign({ signs }: RankedPassage, name: string): boolean {
  return (signs[JUDGED_SIGNS.indexOf(name)] ?? 0) > 0;
}
