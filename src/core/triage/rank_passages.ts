import { type Course, says } from "./course.ts";
import { CUE_NAMES } from "./cue_index.ts";
import type { CueName } from "./cues/cue_names.ts";
import { DISCOURSE_SIGNS, discourseOf } from "./discourse.ts";
import { featuresOf } from "./features.ts";
import { LEARNT_CATEGORIES, type LearntCategory, type Model, scoreFeatures } from "./model.ts";
import type { Passage } from "./read_message.ts";

/** A passage that may be worth keeping, with all that the judge weighs. */
export interface RankedPassage {
  readonly category: LearntCategory;
  readonly step: number;
  readonly passage: Passage;
  /** In the order of `JUDGED_SIGNS`. */
  readonly signs: readonly number[];
}

/** What the judge weighs, by the name that a person reads; the first is always 1. */
export const JUDGED_SIGNS: readonly string[] = [
  "how rarely it is kept",
  "the words",
  "the words, clearly",
  "more than other categories",
  "none of its own phrases",
  "several of its own phrases",
  "said elsewhere too",
  "the rest of the message says so",
  ...DISCOURSE_SIGNS,
];

/** The phrases that speak for a category by themselves. */
const OWN_CUES: Readonly<Record<LearntCategory, readonly CueName[]>> = {
  DECISION: ["adopted", "over", "rejected", "agreed"],
  RUNBOOK: ["cause", "fixed", "found", "works", "recipe"],
  CONSTRAINT: ["unsupported", "limit", "policy", "required"],
  TECH_DEBT: ["deferred", "workaround", "leftAsIs", "missing"],
  PREFERENCE: ["standing", "always", "ours", "wish"],
};

const KEPT_PER_CATEGORY = 5;
const HOPELESS = -3;

interface Scored {
  readonly step: number;
  readonly passage: Passage;
  readonly sums: readonly number[];
}

const ANY_OWN_CUE: ReadonlySet<number> = new Set(
  Object.values(OWN_CUES).flat().map((name) => CUE_NAMES.indexOf(name)),
);

/** The likeliest passages of each category, with the signs around them; their number bounds the cost of the rest. */
export function rankPassages(course: Course, model: Model): RankedPassage[] {
  const scored: Scored[] = [];
  for (const [step, { reading, previous }] of course.steps.entries()) {
    for (const passage of reading.passages) {
      if (!hasOwnCue(passage)) continue;
      scored.push({ step, passage, sums: scoreFeatures(model, featuresOf(passage, { reading, previous })) });
    }
  }
  return LEARNT_CATEGORIES.flatMap((category, index) => {
    const output = index + 1;
    const besides = secondByStep(scored, output);
    const best = scored.filter((one) => marginOf(one.sums, output) > HOPELESS)
      .sort((a, b) => marginOf(b.sums, output) - marginOf(a.sums, output)).slice(0, KEPT_PER_CATEGORY);
    return best.map((one) => ranked(course, { category, output, one, best, beside: besides.get(one.step) }));
  });
}

/**
 * Whether any phrase of any category stands in a passage, affirmed or not. What is worth keeping is hardly ever said
 * without one, and to weigh the words of all the others would take as long as everything else.
 */
function hasOwnCue({ sentences }: Passage): boolean {
  for (const { hits } of sentences) {
    for (const { cue } of hits) if (ANY_OWN_CUE.has(cue)) return true;
  }
  return false;
}

function marginOf(sums: readonly number[], output: number): number {
  return (sums[output] as number) - (sums[0] as number);
}

interface Ranking {
  readonly category: LearntCategory;
  readonly output: number;
  readonly one: Scored;
  readonly best: readonly Scored[];
  /** The margin of the second-best passage of the same message. */
  readonly beside: number | undefined;
}

/** For each message with several passages, how well the second-best of them does. */
function secondByStep(scored: readonly Scored[], output: number): Map<number, number> {
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  for (const { step, sums } of scored) {
    const margin = marginOf(sums, output);
    const top = first.get(step);
    if (top === undefined || margin > top) {
      first.set(step, margin);
      if (top !== undefined) second.set(step, top);
    } else if (margin > (second.get(step) ?? -Infinity)) second.set(step, margin);
  }
  return second;
}

function ranked(course: Course, { category, output, one, best, beside }: Ranking): RankedPassage {
  const margin = marginOf(one.sums, output);
  const others = Math.max(...one.sums.filter((_, index) => index !== output && index !== 0));
  const elsewhere = best.find((other) => other.step !== one.step);
  const phrases = OWN_CUES[category].filter((cue) => says(one.passage, cue)).length;
  const signs = [
    1,
    clip(margin, -3, 4),
    clip(margin - 1.5, 0, 4),
    clip((one.sums[output] as number) - others, -3, 2),
    Number(phrases === 0),
    Number(phrases > 1),
    elsewhere === undefined ? 0 : clip(marginOf(elsewhere.sums, output), 0, 2),
    beside === undefined ? 0 : clip(beside + 2, 0, 4),
    ...discourseOf({ course, step: one.step, passage: one.passage }),
  ];
  return { category, step: one.step, passage: one.passage, signs };
}

function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
