import type { Expectation } from "./expectation.ts";
import { EXPECTATIONS } from "./second_reader.ts";

/** Up to so many words the rules read a sentence as a person does. */
const SHORT = 10;
/** How sure the second reader has to be where it says the same, and where it alone says something. */
const AGREES = 0.6;
const ALONE = 0.95;

/** Whether the text is so short that what the rules make of it needs no second reader. */
export function isShort(text: string): boolean {
  return text.trim().split(/\s+/, SHORT + 1).length <= SHORT;
}

/**
 * What rules and second reader come to together. They err in different places: of predictions that neither had seen,
 * the rules alone took three times as many the wrong way round.
 */
export function agreed(ruled: Expectation, likelihoods: readonly number[]): Expectation {
  const likely = (side: Expectation) => likelihoods[EXPECTATIONS.indexOf(side)] ?? 0;
  const side = likely("pass") > likely("fail") ? "pass" : "fail";
  if (ruled !== side && ruled !== "unclear") return "unclear";
  return likely(side) > (ruled === side ? AGREES : ALONE) ? side : "unclear";
}
