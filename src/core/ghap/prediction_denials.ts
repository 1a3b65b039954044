import { NEGATOR, OTHER_NEGATOR, TEST_WORD } from "./prediction_words.ts";

/** What can come to an end. */
export const NOUN =
  /^(?:crash|deadlocks?|segfaults?|failures?|errors?|exceptions?|timeouts?|regressions?|hangs?|panics?|[a-z]+(?:error|exception))$/;

/** Whether what happens is denied by the words before it in its clause. */
export function isDeniedBefore(before: readonly string[], word: string): boolean {
  const near = before.slice(restartOf([...before, word])).slice(-9);
  let count = near.filter((_, i) => isNegator(near, i, word)).length;
  if (/^errors?$/.test(word) && near.some((one) => OTHER_NEGATOR.test(one) && !NEGATOR.test(one))) count++;
  return count % 2 === 1;
}

/**
 * Behind "and" and a name, or "we" and its like, something else is spoken of: "no longer warns and we see green", "no
 * more resets and exit code 0".
 */
function restartOf(words: readonly string[]): number {
  return words.findLastIndex((word, i) =>
    word === "and" &&
    /[/_.:]|^(?:we|we'll|i|i'll|it|they|the|all|everything|this|build|compilation|passes|succeeds)$/.test(
      words[i + 1] ?? "",
    )
  ) + 1;
}

/** "No longer" and "does not ... any more" count once; "not only" not at all. "Fails to" denies what it fails to do. */
function isNegator(words: readonly string[], at: number, event: string): boolean {
  const word = words[at] ?? "";
  const next = words[at + 1] ?? "";
  const distance = words.length - at;
  const isObject = NOUN.test(event) || event.endsWith("ing");
  if (/^(?:fails?|failing)$/.test(word)) return next === "to";
  if (word === "longer" || !NEGATOR.test(word)) return false;
  if (word === "without") return isObject;
  if (word === "not") return next !== "only";
  if (word === "none") return next === "of" || distance === 1;
  if (word === "nothing") return next === "else" || (next !== "but" && distance <= 3);
  if (word === "no") {
    return distance <= 2 || TEST_WORD.test(next) ||
      /^(?:longer|other|more|single|one|additional|further|extra|new)$/.test(next);
  }
  if (STOP.test(word) && !isObject) return false;
  if (NEAR_NEGATOR.test(word)) {
    return next !== "and" && (distance <= 3 || (distance <= 5 && event.endsWith("ing")));
  }
  if (OBJECT_NEGATOR.test(word)) {
    const before = words[at - 1] ?? "";
    return isObject && !/^(?:the|a|my|our|no)$/.test(before) &&
      !(/^th(?:is|at)$/.test(before) && !word.endsWith("s"));
  }
  return true;
}

/** These reach only what stands close behind them: "0 failed", "instead of failing". */
const NEAR_NEGATOR = /^(?:0|zero|instead|rather|stops?|stopped|ceases?|quits?|lacks?)$/;
const STOP = /^(?:stops?|stopped|ceases?|quits?)$/;
/** These do away with a thing, not with what happens: "fixes the crash". */
const OBJECT_NEGATOR =
  /^(?:avoids?|prevents?|eliminates?|removes?|fix(?:es|ed|ing)?|resolves?|solves?|clears?|cures?|cured|address(?:es)?|silences?|rid)$/;

/** "Breaks nothing", "fails no other test"; not "fails no matter what". */
export function isDeniedBehind(words: readonly string[], at: number): boolean {
  const next = words[at + 1] ?? "";
  return /^(?:nothing|nobody|none|neither)$/.test(next) || (next === "no" && words[at + 2] !== "matter");
}
