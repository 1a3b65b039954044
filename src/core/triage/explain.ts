import type { Cue } from "../triage_types.ts";
import { featuresOf, type Setting } from "./features.ts";
import type { TrainedTriage } from "./judge.ts";
import { LEARNT_CATEGORIES } from "./model.ts";
import { JUDGED_SIGNS, type RankedPassage } from "./rank_passages.ts";

const MOST_CUES = 6;
const LEAST_SHARE = 0.15;
/** The sign that stands for all words; the words themselves are named instead. */
const WORDS_SIGN = 1;
const FIRST_OTHER_SIGN = 3;

/** Why a passage was taken: the features and signs that weigh most, strongest first. */
export function explain(ranked: RankedPassage, setting: Setting, trained: TrainedTriage): Cue[] {
  const cues = [...wordCues(ranked, setting, trained), ...signCues(ranked, trained)];
  return cues.filter((cue) => Math.abs(cue.weight) >= LEAST_SHARE)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, MOST_CUES)
    .map(({ name, weight }) => ({ name, weight: Math.round(weight * 100) / 100 }));
}

function wordCues(ranked: RankedPassage, setting: Setting, { words, signs }: TrainedTriage): Cue[] {
  const names: string[] = [];
  const { hashes, ends, values } = featuresOf(ranked.passage, setting, names);
  const category = LEARNT_CATEGORIES.indexOf(ranked.category);
  const share = signs[ranked.category][WORDS_SIGN] ?? 1;
  const weights = new Map<string, number>();
  let group = 0;
  for (const [index, name] of names.entries()) {
    while (index >= (ends[group] ?? Infinity)) group++;
    if (name === "") continue;
    const weight = words.weightOf(hashes[index] as number, category) * (values[group] ?? 0) * share;
    weights.set(name, (weights.get(name) ?? 0) + weight);
  }
  return [...weights].map(([name, weight]) => ({ name, weight }));
}

function signCues({ category, signs }: RankedPassage, trained: TrainedTriage): Cue[] {
  const cues: Cue[] = [];
  for (let i = FIRST_OTHER_SIGN; i < JUDGED_SIGNS.length; i++) {
    const weight = (signs[i] ?? 0) * (trained.signs[category][i] ?? 0);
    if (weight !== 0) cues.push({ name: JUDGED_SIGNS[i] as string, weight });
  }
  return cues;
}
