import { signsOf } from "../../src/core/ghap/prediction_signs.ts";
import { EXPECTATIONS, likelihoodsIn } from "../../src/core/ghap/second_reader.ts";
import { shuffle } from "../triage/passage_model.ts";
import type { Labelled } from "./labelled.ts";

const ROUNDS = 15;
const STEP = 0.3;
const DECAY = 0.001;
/** Of some forty thousand signs, most of them met once, these tell the most. */
const KEPT = 8000;
/** A sign that is met more often than this is no better known. */
const WELL_KNOWN = 10;

interface Example {
  readonly signs: readonly number[];
  /** Its place among `EXPECTATIONS`. */
  readonly label: number;
}

/**
 * The weights of a logistic regression, fitted twice: with all signs, and again with those that turned out to matter.
 * AdaGrad (Duchi, Hazan and Singer, 2011); the same weights at every run.
 */
export function fitReader(rows: readonly Labelled[]): Map<number, number[]> {
  const examples = rows.map(({ prediction, kind, expects }) => ({
    signs: signsOf(prediction, kind),
    label: EXPECTATIONS.indexOf(expects),
  }));
  const kept = new Set(mostTelling(fit(examples), examples));
  return fit(examples.map(({ signs, label }) => ({ signs: signs.filter((sign) => kept.has(sign)), label })));
}

function fit(examples: readonly Example[]): Map<number, number[]> {
  const weights = new Map<number, number[]>();
  const squares = new Map<number, number[]>();
  for (const { signs } of examples) {
    for (const sign of signs) {
      weights.set(sign, [0, 0, 0]);
      squares.set(sign, [1e-8, 1e-8, 1e-8]);
    }
  }
  const random = randomFrom(1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { signs, label } of shuffled(examples, random)) {
      const share = 1 / Math.sqrt(Math.max(1, signs.length));
      const errors = likelihoodsIn(signs, (sign) => weights.get(sign)).map((one, k) =>
        one - Number(k === label)
      );
      for (const sign of signs) {
        const own = weights.get(sign) as number[];
        const square = squares.get(sign) as number[];
        for (const [k, error] of errors.entries()) {
          const slope = error * share + DECAY * (own[k] ?? 0);
          square[k] = (square[k] ?? 0) + slope * slope;
          own[k] = (own[k] ?? 0) - STEP * slope / Math.sqrt(square[k] ?? 1);
        }
      }
    }
  }
  return weights;
}

function mostTelling(weights: ReadonlyMap<number, number[]>, examples: readonly Example[]): number[] {
  const met = new Map<number, number>();
  for (const { signs } of examples) for (const sign of signs) met.set(sign, (met.get(sign) ?? 0) + 1);
  const worth = new Map(
    Array.from(
      weights,
      (
        [sign, own],
      ) => [sign, Math.max(...own.map(Math.abs)) * Math.sqrt(Math.min(met.get(sign) ?? 0, WELL_KNOWN))],
    ),
  );
  return [...worth].sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0)).slice(0, KEPT).map(
    (
      [sign],
    ) => sign as number,
  );
}

/** The items in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  shuffle(order, random);
  return order;
}

/** Numbers from 0 to 1, the same from the same seed (xorshift). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
