import type { Course } from "./course.ts";
import { CUE_NAMES, type CueName } from "./cues/language.ts";
import { featuresOf } from "./features.ts";
import { LEARNT_CATEGORIES, type LearntCategory, type Model } from "./model.ts";
import { optionTaken, type Pick, pickByName } from "./options.ts";
import { type Passage, type Reading, says, saysPlainly, type Sentence } from "./reading.ts";

/** The phrases that speak for a category by themselves. */
export const OWN_CUES: Readonly<Record<LearntCategory, readonly CueName[]>> = {
  DECISION: ["adopted", "over", "rejected", "agreed"],
  RUNBOOK: ["cause", "fixed", "found", "works", "recipe", "blamed"],
  CONSTRAINT: ["unsupported", "limit", "policy", "required"],
  TECH_DEBT: ["deferred", "workaround", "leftAsIs", "missing"],
  PREFERENCE: ["standing", "always", "ours", "wish", "ruled"],
};

/** A passage, where it stands, and for each category how much likelier it is than nothing. */
interface Scored {
  readonly step: number;
  readonly role: Reading["role"];
  readonly passage: Passage;
  readonly pick: Pick | undefined;
  readonly margins: readonly number[];
}

/** A passage that may be worth keeping, with all that the judge weighs. */
export interface RankedPassage extends Omit<Scored, "margins"> {
  readonly category: LearntCategory;
  /** In the order of `SIGNS`. */
  readonly signs: readonly number[];
}

/** A scored passage beside the others of the conversation. */
interface Compared extends Scored {
  /** The category that it may be of, and its place. */
  readonly category: LearntCategory;
  readonly index: number;
  readonly margin: number;
  /** The best margin of another message. */
  readonly elsewhere: number | undefined;
  /** The margin of the second-best passage of the same message. */
  readonly beside: number | undefined;
  readonly isShort: boolean;
}

/** A sign for or against a passage, by the name that a person reads. */
interface Sign {
  readonly name: string;
  readonly of: (passage: Compared) => number;
}

const phrases = ({ passage, category }: Compared) =>
  OWN_CUES[category].filter((cue) => says(passage, cue)).length;

/** Of so few words "Understood." says nothing outright. */
const FEWEST_WORDS = 4;

/** The sign of a short session, whose weight is chosen and not learnt. */
export const LITTLE_SAID = "little was said yet";

/** All that the judge weighs; the first is always 1. What stands around a passage told nothing more on real sessions. */
export const SIGNS: readonly Sign[] = [
  { name: "how rarely it is kept", of: () => 1 },
  { name: "the words", of: ({ margin }) => clip(margin, -3, 4) },
  { name: "the words, clearly", of: ({ margin }) => clip(margin - 1.5, 0, 4) },
  { name: "more than other categories", of: (one) => clip(one.margin - bestOther(one), -3, 2) },
  { name: "none of its own phrases", of: (one) => Number(phrases(one) === 0) },
  { name: "several of its own phrases", of: (one) => Number(phrases(one) > 1) },
  { name: "said elsewhere too", of: ({ elsewhere }) => elsewhere === undefined ? 0 : clip(elsewhere, 0, 2) },
  {
    name: "the rest of the message says so",
    of: ({ beside }) => beside === undefined ? 0 : clip(beside + 2, 0, 4),
  },
  {
    name: LITTLE_SAID,
    of: ({ isShort, passage }) =>
      Number(isShort && passage.sentences.some(({ tokens }) => tokens.places.length >= FEWEST_WORDS)),
  },
];

/** "I decided on Redis" is a choice that somebody here made among others; "let's do it" is none. */
const CHOICE =
  /\b(?:(?:i|we|i've|we've|team|have|was|were|been) (?:chose|chosen|decided|picked|selected|opted|settled|agreed|went with)|won because)\b/i;
/** "One cannot" is a limit for everybody; "I can't find it" is none. */
const BAN = /\b(?:we|you|one|it) (?:can't|cannot|can not|must not|may not)\b/i;
/** The beginnings of a wish that nobody has to explain. */
const WISH = /^(?:please )?(?:(?:never|always)\b|(?:i|we) (?:prefer|don't like|dislike|hate) )/i;
/** The words that take a statement back. */
const DOUBTS: readonly CueName[] = [
  "pending",
  "guess",
  "reported",
  "supposed",
  "stillOpen",
  "paidOff",
  "once",
];

/** The form of a sentence that says by itself all that makes one of a category. */
const OUTRIGHT: Readonly<
  Partial<Record<LearntCategory, (sentence: Sentence, role: Reading["role"]) => boolean>>
> = {
  DECISION: (one) =>
    isLabelled(one, "adopted") ||
    (saysPlainly(one, ["adopted", "agreed"]) && saysPlainly(one, ["reason"]) && CHOICE.test(one.text)),
  CONSTRAINT: (one) =>
    isLabelled(one, "limit") ||
    (saysPlainly(one, ["unsupported"]) && saysPlainly(one, ["reason"]) && BAN.test(one.text)),
  PREFERENCE: (one, role) =>
    role === "user" && !one.isQuestion && one.tokens.places.length >= FEWEST_WORDS && WISH.test(one.text) &&
    !saysPlainly(one, ["thanks"]),
};

/** Whether a sentence of a passage says it outright, whatever the conversation around it says. */
export function isSaidOutright(
  { sentences }: Passage,
  category: LearntCategory,
  role: Reading["role"],
): boolean {
  const isIn = OUTRIGHT[category];
  return isIn !== undefined && sentences.some((one) => isIn(one, role)) &&
    // What takes back another statement of the same paragraph says nothing of this one.
    !sentences.some((one) => saysPlainly(one, OWN_CUES[category]) && saysPlainly(one, DOUBTS));
}

function isLabelled({ label, isQuestion }: Sentence, cue: CueName): boolean {
  return !isQuestion && label === cue;
}

const KEPT_PER_CATEGORY = 5;
const HOPELESS = -3;

/** The likeliest passages of each category, and every choice that was taken; their number bounds the cost of the rest. */
export function rankPassages(course: Course, model: Model): RankedPassage[] {
  const scored = scorePassages(course, model);
  return LEARNT_CATEGORIES.flatMap((category, index) => {
    const marginOf = ({ margins }: Scored) => margins[index]!;
    const isTold = (one: Scored) =>
      marginOf(one) > HOPELESS || isSaidOutright(one.passage, category, one.role);
    const isTaken = (one: Scored) => category === "DECISION" && pickByName(one) !== undefined;
    const likeliest = scored.filter(isTold).sort((a, b) => marginOf(b) - marginOf(a)).slice(
      0,
      KEPT_PER_CATEGORY,
    );
    const best = [...likeliest, ...scored.filter((one) => isTaken(one) && !likeliest.includes(one))];
    return best.map((one) => {
      const elsewhere = best.find(({ step }) => step !== one.step);
      const beside = scored.filter(({ step }) => step === one.step).map(marginOf).sort((a, b) => b - a)[1];
      const { step, role, passage, pick } = one;
      const compared = {
        ...{ ...one, category, index, margin: marginOf(one), beside, isShort: course.isShort },
        elsewhere: elsewhere === undefined ? undefined : marginOf(elsewhere),
      };
      return { step, role, passage, pick, category, signs: SIGNS.map(({ of }) => of(compared)) };
    });
  });
}

const IS_OWN_CUE: readonly boolean[] = CUE_NAMES.map((name) => Object.values(OWN_CUES).flat().includes(name));

/** The passages that hold a phrase of any category, affirmed or not, or take an option: all else says hardly anything. */
function scorePassages({ steps, ...course }: Course, model: Model): Scored[] {
  return steps.flatMap(({ reading, previous }, step) =>
    reading.passages.flatMap((passage): Scored[] => {
      const pick = optionTaken({ steps, ...course }, step, passage);
      const hasOwnCue = passage.sentences.some(({ hits }) => hits.some(({ cue }) => IS_OWN_CUE[cue]));
      if (pick === undefined && !hasOwnCue) return [];
      const margins = model.marginsOf(featuresOf(passage, { reading, previous }));
      return [{ step, role: reading.role, passage, pick, margins }];
    })
  );
}

/** The best margin of another category; one that other sentences speak for is no rival: both are said. */
function bestOther({ margins, passage, index }: Compared): number {
  const speaking = (category: number) =>
    passage.sentences.map((sentence) => saysPlainly(sentence, OWN_CUES[LEARNT_CATEGORIES[category]!]));
  const own = speaking(index);
  const isRival = (other: number) => {
    const others = speaking(other);
    const isApart = own.includes(true) && others.includes(true) &&
      own.every((says, i) => !(says && others[i]));
    return other !== index && !isApart;
  };
  return Math.max(...margins.filter((_, other) => isRival(other)));
}

function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
