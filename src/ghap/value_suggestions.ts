// Suggests rules from lessons that repeat each other, for `mneme values suggest`.
import { STOP_WORDS } from "../base/words.ts";
import { dice, isContrary, statementOf, wordsOf } from "../memory/memory_relation.ts";

const LEAST_LESSONS = 3;
const ALIKE = 0.5; // two lessons with at least this Dice coefficient of their words say the same
const EMPTY = new Set([...STOP_WORDS, "always", "never", "first", "before", "after"]); // name no subject

/**
 * Suggests rules that at least three lessons, but no value (`known`), say in similar words; that of most lessons
 * first. The text is of the lesson that resembles most others; `sources`: the entries of all, oldest first.
 */
export function suggestValues(
  lessons: readonly { readonly id: number; readonly takeaway: string }[],
  known: readonly string[],
) {
  const said = lessons.map(({ takeaway }) => readRule(takeaway));
  const knownRules = known.map(readRule);
  const taken = new Set<number>();
  const suggestions: { readonly text: string; readonly sources: readonly number[] }[] = [];
  for (const group of groupsBySize(said)) {
    const [center = 0] = group;
    const free = group.filter((i) => !taken.has(i));
    if (taken.has(center) || free.length < LEAST_LESSONS) continue;
    free.forEach((i) => taken.add(i));
    if (knownRules.some((one) => isAlike(one, said[center]!))) continue; // its lessons count as taken
    const sources = free.map((i) => lessons[i]?.id ?? 0).sort((a, b) => a - b);
    suggestions.push({ text: lessons[center]?.takeaway ?? "", sources });
  }
  return suggestions;
}

/** Returns for each lesson its index, then those of the lessons that say the same; the largest groups first. */
function groupsBySize(said: readonly Rule[]): number[][] {
  const groups = said.map((own, i) => [i, ...said.keys().filter((j) => j !== i && isAlike(own, said[j]!))]);
  return groups.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

type Rule = ReturnType<typeof readRule>;

function readRule(text: string) {
  const words = wordsOf(text).filter(({ text }) => !EMPTY.has(text));
  return { stems: new Set(words.map(({ stem }) => stem)), statement: statementOf(text) };
}

function isAlike(a: Rule, b: Rule): boolean {
  return dice(a.stems, b.stems) >= ALIKE && !isContrary(a.statement, b.statement);
}
