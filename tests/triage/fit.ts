import { type Course, readCourse } from "../../src/triage/course.ts";
import type { TrainedTriage } from "../../src/triage/model.ts";
import { LEARNT_CATEGORIES, type LearntCategory, type Model } from "../../src/triage/model.ts";
import { LITTLE_SAID, type RankedPassage, rankPassages, SIGNS } from "../../src/triage/ranking.ts";
import type { Conversation } from "./conversations.ts";
import {
  examplesOfConversation,
  examplesOfUtterance,
  passageText,
  readConversation,
  type Utterance,
} from "./examples.ts";
import { type JudgeCase, trainJudge } from "./judge_training.ts";
import { type Example, type TrainedModel, trainPassageModel } from "./passage_model.ts";

const INNER_FOLDS = 4;
const JUDGE_DECAY = 0.05;
/** The score at which a category is best cut, by cross-validation; it is moved to 0.6, where the default threshold is. */
const BEST_CUT = 0.35;
/** Imitations of real sessions count double, since most of what triage will read looks like them. */
const SESSION_WEIGHT = 2;
/** A statement that stands alone holds nothing else that could tell: few of them must hold their own against whole sessions. */
const STATEMENT_WEIGHT = 3;
const SHORTEST_SESSION = 3;
const DEFAULT_THRESHOLD = 0.6;
/**
 * How much speaks for a passage where little was said yet. Chosen and not learnt, as hardly any conversation to learn
 * from is so short: of 345 things in the plain ones 253 are found and not 209, of 165 that hold nothing 10 flagged and not 3.
 */
const LITTLE_SAID_WEIGHT = 0.6;
const LITTLE_SAID_PLACE = SIGNS.findIndex(({ name }) => name === LITTLE_SAID);

/** What is the same for every training run, read once. */
export interface Material {
  readonly examples: readonly Example[];
  /** Learnt from single messages alone; picks the passages that carry a label. */
  readonly picker: Model;
}

export function prepareMaterial(utterances: readonly Utterance[]): Material {
  const examples = utterances.flatMap(examplesOfUtterance);
  return { examples, picker: trainPassageModel(examples) };
}

/** A conversation with everything that training needs of it. */
export interface Prepared {
  readonly conversation: Conversation;
  readonly course: Course;
  readonly examples: readonly Example[];
}

export function prepare(conversation: Conversation, { picker }: Material): Prepared {
  return {
    conversation,
    course: readCourse(conversation.messages),
    examples: examplesOfConversation(readConversation(conversation), picker),
  };
}

/** Triage whose model can be written down. */
export interface Fitted extends TrainedTriage {
  readonly words: TrainedModel;
}

/** Trains both parts. The judge learns from scores of models that have not seen the conversation. */
export function fitTriage(material: Material, prepared: readonly Prepared[]): Fitted {
  const ranked = new Map<Prepared, RankedPassage[]>();
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const isHeld = (index: number) => index % INNER_FOLDS === fold;
    const model = fitWords(material, prepared.filter((_, index) => !isHeld(index)));
    for (const [index, one] of prepared.entries()) {
      if (isHeld(index)) ranked.set(one, rankPassages(one.course, model));
    }
  }
  const signs = Object.fromEntries(LEARNT_CATEGORIES.map((category) => {
    const cases = prepared.filter(({ conversation }) => !conversation.accept.includes(category))
      .map((one) => judgeCase(one, ranked.get(one) ?? [], category));
    return [category, calibrate(trainJudge(cases, SIGNS.length, JUDGE_DECAY))];
  })) as unknown as Record<LearntCategory, number[]>;
  return { words: fitWords(material, prepared), signs };
}

function fitWords({ examples }: Material, prepared: readonly Prepared[]): TrainedModel {
  return trainPassageModel([...examples, ...prepared.flatMap((one) => one.examples)]);
}

function calibrate(weights: readonly number[]): number[] {
  const logit = (share: number) => Math.log(share / (1 - share));
  const [bias = 0, ...others] = weights;
  const calibrated = [bias + logit(DEFAULT_THRESHOLD) - logit(BEST_CUT), ...others];
  calibrated[LITTLE_SAID_PLACE] = LITTLE_SAID_WEIGHT;
  return calibrated;
}

function judgeCase(
  { conversation }: Prepared,
  ranked: readonly RankedPassage[],
  category: LearntCategory,
): JudgeCase {
  const mentions = conversation.mustMention[category] ?? [];
  const rows = ranked.filter((one) => one.category === category).map(({ signs, passage }) => {
    const text = passageText(passage).toLowerCase();
    return {
      values: signs.with(LITTLE_SAID_PLACE, 0),
      isMention: mentions.some((mention) => text.includes(mention.toLowerCase())),
    };
  });
  const isWhole = conversation.messages.length >= SHORTEST_SESSION;
  const weight = !conversation.isSession ? 1 : isWhole ? SESSION_WEIGHT : STATEMENT_WEIGHT;
  return { rows, isExpected: conversation.expected.includes(category), weight };
}
