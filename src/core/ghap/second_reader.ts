import type { Expectation } from "./expectation.ts";
import { signsOf } from "./prediction_signs.ts";
import { READER } from "./trained_reader.ts";

/** What a prediction may expect, in the order of a sign's weights. */
export const EXPECTATIONS = ["pass", "fail", "unclear"] as const satisfies readonly Expectation[];
/** How much a sign speaks for each of them. */
export type Weights = readonly number[];

/** In the order of their codes, so that the records can be searched as texts. */
const DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/** A sign in four digits, then its weights in one each. */
const SIGN_DIGITS = 4;
const RECORD = SIGN_DIGITS + EXPECTATIONS.length;
/** The digit of a weight of nothing. */
const ZERO = 32;

/** How likely it is, from 0 to 1, that the text expects each of `EXPECTATIONS`: softmax over the weights of its signs. */
export function likelihoodsOf(
  text: string,
  kind: "tests" | "builds" | undefined,
  weightsOf: (sign: number) => Weights | undefined = shippedWeights,
): number[] {
  return likelihoodsIn(signsOf(text, kind), weightsOf);
}

/** The same of its signs. */
export function likelihoodsIn(
  signs: readonly number[],
  weightsOf: (sign: number) => Weights | undefined,
): number[] {
  const known = signs.map(weightsOf).filter((weights) => weights !== undefined);
  const share = 1 / Math.sqrt(Math.max(1, known.length));
  const sums = EXPECTATIONS.map((_, k) => known.reduce((sum, weights) => sum + (weights[k] ?? 0), 0) * share);
  const powers = sums.map((sum) => Math.exp(sum - Math.max(...sums)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function shippedWeights(sign: number): Weights | undefined {
  const key = signDigits(sign);
  let from = 0;
  let to = READER.records.length / RECORD;
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = READER.records.slice(middle * RECORD, middle * RECORD + SIGN_DIGITS);
    if (found === key) return weightsAt(middle * RECORD + SIGN_DIGITS);
    if (found < key) from = middle + 1;
    else to = middle;
  }
  return undefined;
}

function weightsAt(position: number): Weights {
  return EXPECTATIONS.map((_, k) =>
    (DIGITS.indexOf(READER.records[position + k] ?? "") - ZERO) * READER.scale
  );
}

function signDigits(sign: number): string {
  return [18, 12, 6, 0].map((shift) => DIGITS[(sign >> shift) & 63]).join("");
}

/** A table of weights as records, and how large one step of a weight is. */
export function encodeReader(table: ReadonlyMap<number, Weights>): { scale: number; records: string } {
  const largest = Math.max(...[...table.values()].flat().map(Math.abs));
  const scale = Number((largest / (DIGITS.length - 1 - ZERO)).toPrecision(6));
  const digit = (weight: number) => DIGITS[ZERO + Math.round(weight / scale)];
  const records = Array.from(table, ([sign, weights]) => signDigits(sign) + weights.map(digit).join(""));
  return { scale, records: records.sort().join("") };
}
