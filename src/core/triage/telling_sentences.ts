import { featuresOf, type Setting } from "./features.ts";
import type { Model } from "./model.ts";
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
/** What speaks against the category more than this is about something else. */
const LEAST_WEIGHT = -2;
const FEW_SUBJECTS = 3;

/**
 * The sentences of a passage that say what it was chosen for: the one that speaks most for it and those beside it, as
 * far as all of them have room. One alone mostly leans on the others: "Whatever we store has to stay within that."
 */
export function tellingSentences(
  passage: Passage,
  setting: Setting,
  choice: Choice,
  room: number,
): Sentence[] {
  const said = passage.sentences.filter(({ isQuestion }) => !isQuestion);
  const sentences = setting.reading.role === "user"
    ? said
    : said.slice(Math.max(0, said.findIndex(hasSubjects)));
  if (sentences.length < 2) return sentences.length === 0 ? passage.sentences.slice(0, 1) : sentences;
  const weights = sentences.map((sentence) => weigh({ ...passage, sentences: [sentence] }, setting, choice));
  let from = weights.indexOf(Math.max(...weights));
  let to = from + 1;
  for (let left = room - sentences[from]!.text.length;;) {
    const weightOf = (i: number) => (sentences[i]?.text.length ?? Infinity) < left ? weights[i]! : -Infinity;
    const [before, after] = [weightOf(from - 1), weightOf(to)];
    if (Math.max(before, after) < LEAST_WEIGHT) return sentences.slice(from, to);
    left -= 1 + sentences[before >= after ? --from : to++]!.text.length;
  }
}

/** How much a passage speaks for what it was chosen for. */
function weigh(passage: Passage, setting: Setting, { model, category }: Choice): number {
  const words = passage.sentences.reduce((sum, { tokens }) => sum + tokens.places.length, 0);
  const margin = model.marginsOf(featuresOf(passage, setting))[category] as number;
  return margin + Math.min(1, words / ENOUGH_WORDS);
}

/** What an agent begins with is often only a sound: "I see the issue!" */
function hasSubjects({ tokens }: Sentence): boolean {
  let subjects = 0;
  for (const word of tokens.all) {
    if (carriesSubject(word) || word.kind === TokenKind.Code || word.kind === TokenKind.Cjk) subjects++;
  }
  return subjects >= FEW_SUBJECTS;
}
