import { saysPlainly } from "./course.ts";
import { featuresOf, type Setting } from "./features.ts";
import { LEARNT_CATEGORIES, type Model } from "./model.ts";
import { OWN_CUES } from "./own_cues.ts";
import type { Passage, Sentence } from "./read_message.ts";
import { TokenKind } from "./token_kind.ts";
import { carriesSubject } from "./word.ts";

/** What a passage was chosen for, and by which model. */
export interface Choice {
  readonly model: Model;
  readonly category: number;
}

/** A sentence of so many words is as good as a longer one. */
const ENOUGH_WORDS = 6;
/** With fewer words that carry a subject a sentence says nothing by itself: "I see the issue!" */
const FEW_SUBJECTS = 3;
/** What speaks for the category itself belongs to what is said. */
const OWN_WEIGHT = 1;
/** What is leant on may be about anything, but for what speaks against the category more than this. */
const LEAST_WEIGHT = -3;

/** Words by which a sentence leans on the one before, where they are among its first. */
const LEANING: ReadonlySet<string> = new Set(
  ("that this these those it its they them such there so then hence therefore thus whatever which one both either " +
    "otherwise here and but or nor plus das dies diese dieser es sie damit daher deshalb darum also und aber oder " +
    "esto eso ello y pero cela ça ce cette et mais это этот то и но 这 那 这样 所以").split(" "),
);
const FIRST_WORDS = 8;

/**
 * The sentences of a passage that say what it was chosen for: the one that speaks most for it and, as far as there is
 * room, those beside it that do so as well, or that it leans on: "Whatever we store has to stay within that."
 */
export function tellingSentences(
  passage: Passage,
  setting: Setting,
  choice: Choice,
  room: number,
): readonly Sentence[] {
  const sentences = withoutSound(passage, setting);
  if (sentences.length < 2) return sentences.length === 0 ? passage.sentences.slice(0, 1) : sentences;
  const weights = sentences.map((sentence) => weigh({ ...passage, sentences: [sentence] }, setting, choice));
  let from = weights.indexOf(Math.max(...weights));
  let to = from + 1;
  for (let left = room - sentences[from]!.text.length;;) {
    const says = to - from > 1 || subjectsIn(sentences[from]!) >= FEW_SUBJECTS;
    const weightOf = (i: number, isNeeded: boolean) => {
      const one = sentences[i];
      if (one === undefined || one.text.length >= left) return -Infinity;
      const least = isNeeded || hasOwnCue(one, choice) ? LEAST_WEIGHT : OWN_WEIGHT;
      return weights[i]! > least ? weights[i]! : -Infinity;
    };
    const before = weightOf(from - 1, !says || leans(sentences[from]!));
    const after = weightOf(to, !says);
    if (Math.max(before, after) === -Infinity) return sentences.slice(from, to);
    left -= 1 + sentences[before >= after ? --from : to++]!.text.length;
  }
}

/** Without questions, and without what an agent begins with and says nothing. */
function withoutSound({ sentences }: Passage, { reading }: Setting): readonly Sentence[] {
  const said = sentences.filter(({ isQuestion }) => !isQuestion);
  if (reading.role === "user") return said;
  return said.slice(Math.max(0, said.findIndex((one) => subjectsIn(one) >= FEW_SUBJECTS)));
}

/** How much a passage speaks for what it was chosen for. */
function weigh(passage: Passage, setting: Setting, { model, category }: Choice): number {
  const words = passage.sentences.reduce((sum, { tokens }) => sum + tokens.places.length, 0);
  const margin = model.marginsOf(featuresOf(passage, setting))[category] as number;
  return margin + Math.min(1, words / ENOUGH_WORDS);
}

/**
 * Whether a phrase of the category stands plainly in it: what fixed something, where the cause is told beside it. A rule
 * stands alone: "Write that down" is a sign of one, and says nothing.
 */
function hasOwnCue(sentence: Sentence, choice: Choice): boolean {
  const category = LEARNT_CATEGORIES[choice.category]!;
  return category !== "PREFERENCE" && saysPlainly(sentence, OWN_CUES[category]);
}

/** Whether a sentence says nothing without the one before it. */
function leans({ tokens }: Sentence): boolean {
  return tokens.all.slice(0, FIRST_WORDS).some(({ text }) => LEANING.has(text));
}

function subjectsIn({ tokens }: Sentence): number {
  return tokens.all.filter((word) =>
    carriesSubject(word) || word.kind === TokenKind.Code || word.kind === TokenKind.Cjk
  ).length;
}
