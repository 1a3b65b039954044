import { memoryRelation } from "./memory_relation.ts";
import { EMPTY_WORDS, NEGATORS } from "./memory_vocabulary.ts";
import { wordsOf } from "./memory_words.ts";

/** Of the words of the shorter text, so many are in the other where both are about one matter. */
const SAME_MATTER = 0.6;

/**
 * Whether two texts tell of one matter, in whatever words and however long: laxer than to say the same. Of two that
 * contradict each other neither tells what the other does.
 */
export function isSameMatter(a: string, b: string): boolean {
  const [own, other] = [tellingStems(a), tellingStems(b)];
  return shared(own, other) > 1 && partOf(own, other) >= SAME_MATTER &&
    memoryRelation(a, b) !== "contradicts";
}

/** Which part of the telling words of the shorter text the other one has, from 0 to 1. */
export function sharedPart(a: string, b: string): number {
  return partOf(tellingStems(a), tellingStems(b));
}

function partOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : shared(a, b) / least;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length;
}

function tellingStems(text: string): ReadonlySet<string> {
  const telling = wordsOf(text).filter(({ text }) => !EMPTY_WORDS.has(text) && !NEGATORS.has(text));
  return new Set(telling.map(({ stem }) => stem));
}
