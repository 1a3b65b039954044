import { type Course, says, saysPlainly, type Step } from "./course.ts";
import { CUE_NAMES, type CueHit } from "./cue_index.ts";
import type { CueName } from "./cues/cue_names.ts";
import { DISCOURSE_SIGNS, discourseOf } from "./discourse.ts";
import { featuresOf } from "./features.ts";
import { LEARNT_CATEGORIES, type LearntCategory, type Model } from "./model.ts";
import { optionTaken } from "./picks.ts";
import { OWN_CUES } from "./own_cues.ts";
import type { Passage, Reading, Sentence } from "./read_message.ts";
import { hasEnoughWords, isSaidOutright } from "./stated_in_full.ts";

/** A passage that may be worth keeping, with all that the judge weighs. */
export interface RankedPassage {
  readonly category: LearntCategory;
  readonly step: number;
  readonly role: Reading["role"];
  readonly passage: Passage;
  /** What was laid out before, of which the passage takes this. */
  readonly option: Passage | undefined;
  /** In the order of `JUDGED_SIGNS`. */
  readonly signs: readonly number[];
  /** In the whole conversation no tool was called. */
  readonly isBareTalk: boolean;
}

/** Hardly anything was said yet, so that what is said outright is what the session is about. */
export const LITTLE_SAID = "little was said yet";

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
  LITTLE_SAID,
  ...DISCOURSE_SIGNS,
];

/**
 * Whether the phrases of a category stand in a passage and none of them plainly: it is denied, asked, quoted or only
 * supposed.
 */
export function isTakenBack({ sentences, plainCues }: Passage, category: LearntCategory): boolean {
  const own = OWN_CUES[category].map((name) => CUE_NAMES.indexOf(name));
  return !own.some((cue) => plainCues.has(cue)) &&
    sentences.some(({ hits }) => hits.some(({ cue }) => own.includes(cue)));
}

const KEPT_PER_CATEGORY = 5;
const HOPELESS = -3;

interface Scored {
  readonly step: number;
  readonly role: Reading["role"];
  readonly passage: Passage;
  readonly option: Passage | undefined;
  /** For each category how much likelier it is than nothing. */
  readonly margins: readonly number[];
}

const IS_OWN_CUE: readonly boolean[] = ownCues();

function ownCues(): boolean[] {
  const own = new Set<CueName>(Object.values(OWN_CUES).flat());
  return CUE_NAMES.map((name) => own.has(name));
}

/** The likeliest passages of each category, with the signs around them; their number bounds the cost of the rest. */
export function rankPassages(course: Course, model: Model): RankedPassage[] {
  const scored = scorePassages(course, model);
  const ranked: RankedPassage[] = [];
  const discourse = new Map<Scored, readonly number[]>();
  const isBareTalk = !course.steps.some(({ hasCall }) => hasCall);
  for (let category = 0; category < LEARNT_CATEGORIES.length; category++) {
    const besides = secondByStep(scored, category);
    const best = scored.filter((one) => isWorthJudging(one, category))
      .sort((a, b) => (b.margins[category] as number) - (a.margins[category] as number))
      .slice(0, KEPT_PER_CATEGORY);
    for (const one of best) {
      let around = discourse.get(one);
      if (around === undefined) {
        around = discourseOf({ course, ...one });
        discourse.set(one, around);
      }
      const isLifted = course.isShort && one.passage.sentences.some(hasEnoughWords);
      ranked.push(
        rankedAs(category, { one, best, beside: besides.get(one.step), isLifted, around, isBareTalk }),
      );
    }
  }
  return ranked;
}

function isWorthJudging({ margins, passage, role }: Scored, index: number): boolean {
  if ((margins[index] as number) > HOPELESS) return true;
  return isSaidOutright({ passage, category: LEARNT_CATEGORIES[index] as LearntCategory, role });
}

function scorePassages(course: Course, model: Model): Scored[] {
  const { steps } = course;
  const scored: Scored[] = [];
  for (let step = 0; step < steps.length; step++) {
    const setting = steps[step] as Step;
    const { passages, role } = setting.reading;
    for (let i = 0; i < passages.length; i++) {
      const passage = passages[i] as Passage;
      const option = optionTaken(course, step, passage);
      if (option !== undefined || hasOwnCue(passage)) {
        scored.push({ step, role, passage, option, margins: model.marginsOf(featuresOf(passage, setting)) });
      }
    }
  }
  return scored;
}

/**
 * Whether any phrase of any category stands in a passage, affirmed or not. What is worth keeping is hardly ever said
 * without one, but for what takes up an option, and to weigh the words of all the others would take as long as everything else.
 */
function hasOwnCue({ sentences }: Passage): boolean {
  for (let s = 0; s < sentences.length; s++) {
    const { hits } = sentences[s] as Sentence;
    for (let i = 0; i < hits.length; i++) if (IS_OWN_CUE[(hits[i] as CueHit).cue] === true) return true;
  }
  return false;
}

/** For each message with several passages, how well the second-best of them does. */
function secondByStep(scored: readonly Scored[], category: number): Map<number, number> {
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  for (const { step, margins } of scored) {
    const margin = margins[category] as number;
    const top = first.get(step);
    if (top === undefined || margin > top) {
      first.set(step, margin);
      if (top !== undefined) second.set(step, top);
    } else if (margin > (second.get(step) ?? -Infinity)) second.set(step, margin);
  }
  return second;
}

interface Ranking {
  readonly one: Scored;
  readonly best: readonly Scored[];
  /** The margin of the second-best passage of the same message. */
  readonly beside: number | undefined;
  readonly isLifted: boolean;
  readonly isBareTalk: boolean;
  /** What the conversation says. */
  readonly around: readonly number[];
}

function rankedAs(
  index: number,
  { one, best, beside, isLifted, around, isBareTalk }: Ranking,
): RankedPassage {
  const category = LEARNT_CATEGORIES[index] as LearntCategory;
  const margin = one.margins[index] as number;
  const elsewhere = best.find((other) => other.step !== one.step)?.margins[index];
  const phrases = OWN_CUES[category].filter((cue) => says(one.passage, cue)).length;
  const signs = [
    1,
    clip(margin, -3, 4),
    clip(margin - 1.5, 0, 4),
    clip(margin - bestOther(one, index), -3, 2),
    Number(phrases === 0),
    Number(phrases > 1),
    elsewhere === undefined ? 0 : clip(elsewhere, 0, 2),
    beside === undefined ? 0 : clip(beside + 2, 0, 4),
    Number(isLifted),
    ...around,
  ];
  const { step, role, passage, option } = one;
  return { category, step, role, passage, option, signs, isBareTalk };
}

/** The best margin of another category; one that other sentences speak for is no rival: both are said. */
function bestOther({ margins, passage }: Scored, own: number): number {
  const isShared = (other: number) => {
    const sentences = passage.sentences.map((sentence) => [own, other].map((i) => speaksFor(sentence, i)));
    const isApart = sentences.every(([a, b]) => !(a && b)) && sentences.some(([a]) => a) &&
      sentences.some(([, b]) => b);
    return !isApart;
  };
  let best = -Infinity;
  for (let i = 0; i < margins.length; i++) {
    if (i !== own && margins[i]! > best && (passage.sentences.length < 2 || isShared(i))) best = margins[i]!;
  }
  return best;
}

function speaksFor(sentence: Sentence, category: number): boolean {
  return saysPlainly(sentence, OWN_CUES[LEARNT_CATEGORIES[category]!]);
}

function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
