// Suggests rules from lessons that repeat each other, for `mneme values suggest`.
import { STOP_WORDS } from "../base/words.ts";
import { dice, wordsOf } from "../memory/memory_relation.ts";

const LEAST_LESSONS = 3;
/** Two lessons with this Dice coefficient of their words say the same. */
const ALIKE = 0.5;
const EMPTY = new Set([...STOP_WORDS, "always", "never", "first", "before", "after"]); // name no subject

/**
 * Suggests rules that at least three lessons, but no value (`known`), say in similar words; that of most lessons
 * first. The text is of the lesson that resembles most others; `sources`: the entries of all, oldest first.
 */
export function suggestValues(
  lessons: readonly { readonly id: number; readonly takeaway: string }[],
  known: readonly string[],
) {
  const stems = lessons.map(({ takeaway }) => stemsOf(takeaway));
  const knownStems = known.map(stemsOf);
  const taken = new Set<number>();
  const suggestions: { readonly text: string; readonly sources: readonly number[] }[] = [];
  for (const group of groupsBySize(stems)) {
    const [center = 0] = group;
    const free = group.filter((i) => !taken.has(i));
    if (taken.has(center) || free.length < LEAST_LESSONS) continue;
    free.forEach((i) => taken.add(i));
    if (knownStems.some((one) => dice(one, stems[center] ?? new Set()) >= ALIKE)) continue;
    const sources = free.map((i) => lessons[i]?.id ?? 0).sort((a, b) => a - b);
    suggestions.push({ text: lessons[center]?.takeaway ?? "", sources });
  }
  return suggestions;
}

/** Returns for each lesson its index, then those of the lessons that say the same; the largest groups first. */
function groupsBySize(stems: readonly ReadonlySet<string>[]): number[][] {
  const groups = stems.map((own, i) => [
    i,
    ...stems.flatMap((other, j) => j !== i && dice(own, other) >= ALIKE ? [j] : []),
  ]);
  return groups.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter(({ text }) => !EMPTY.has(text)).map(({ stem }) => stem));
}
