import type { Features } from "../../src/triage/features.ts";
import { bucketOf, LEARNT_CATEGORIES, type Model } from "../../src/triage/model.ts";

/** One output for "none", the first, and one for each category. */
export const OUTPUTS = LEARNT_CATEGORIES.length + 1;

/** A passage to learn from: bucketed features and how much each output should get. */
export interface Example {
  readonly buckets: Uint32Array;
  readonly values: Float32Array;
  readonly target: readonly number[];
  readonly weight: number;
}

export interface Training {
  readonly buckets: number;
  readonly rounds: number;
  readonly rate: number;
  readonly decay: number;
}

const TRAINING: Training = { buckets: 1 << 15, rounds: 8, rate: 0.05, decay: 2e-6 };

/** Features merged by bucket. */
export function exampleOf(features: Features, target: readonly number[], weight: number): Example {
  const merged = mergedByBucket(features);
  return {
    buckets: Uint32Array.from(merged.keys()),
    values: Float32Array.from(merged.values()),
    target,
    weight,
  };
}

function mergedByBucket({ hashes, ends, values }: Features): Map<number, number> {
  const merged = new Map<number, number>();
  for (const [group, end] of ends.entries()) {
    for (let i = ends[group - 1] ?? 0; i < end; i++) {
      const bucket = bucketOf(hashes[i] as number, TRAINING.buckets);
      merged.set(bucket, (merged.get(bucket) ?? 0) + (values[group] as number));
    }
  }
  return merged;
}

/** A model whose weights can be written down. */
export interface TrainedModel extends Model {
  readonly buckets: number;
  /** How much more a bucket speaks for a category than for nothing. */
  readonly marginAt: (bucket: number, category: number) => number;
  /** The same for no feature at all. */
  readonly bias: readonly number[];
}

/** Softmax regression by Adagrad with L2, in an order that is the same at every run. */
export function trainPassageModel(examples: readonly Example[], training = TRAINING): TrainedModel {
  const weights = new Float32Array(training.buckets * OUTPUTS);
  const squares = new Float32Array(weights.length).fill(0.05);
  const bias = new Float32Array(OUTPUTS);
  const random = lehmer(12345);
  const order = examples.map((_, index) => index);
  for (let round = 0; round < training.rounds; round++) {
    shuffle(order, random);
    for (const index of order) learn(examples[index] as Example, { weights, squares, bias }, training);
  }
  return modelOf(weights, bias, training.buckets);
}

/** Only differences to "none" are ever asked for. */
function modelOf(weights: Float32Array, bias: Float32Array, buckets: number): TrainedModel {
  const marginAt = (bucket: number, category: number) => {
    const place = bucket * OUTPUTS;
    return (weights[place + category + 1] as number) - (weights[place] as number);
  };
  const biases = LEARNT_CATEGORIES.map((_, category) => (bias[category + 1] as number) - (bias[0] as number));
  const marginsOf = (features: Features) => {
    const sums = [...biases];
    for (const [bucket, value] of mergedByBucket(features)) {
      for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] as number) + value * marginAt(bucket, k);
    }
    return sums;
  };
  const weightOf = (hash: number, category: number) => marginAt(bucketOf(hash, buckets), category);
  return { marginsOf, weightOf, buckets, marginAt, bias: biases };
}

interface State {
  readonly weights: Float32Array;
  readonly squares: Float32Array;
  readonly bias: Float32Array;
}

function learn(example: Example, { weights, squares, bias }: State, training: Training): void {
  const { buckets, values } = example;
  const sums = Float64Array.from(bias);
  for (let i = 0; i < buckets.length; i++) {
    const place = (buckets[i] as number) * OUTPUTS;
    for (let k = 0; k < OUTPUTS; k++) {
      sums[k] = (sums[k] as number) + (values[i] as number) * (weights[place + k] as number);
    }
  }
  const shares = softmax(sums);
  for (let k = 0; k < OUTPUTS; k++) {
    const error = ((shares[k] as number) - (example.target[k] as number)) * example.weight;
    bias[k] = (bias[k] as number) - 0.01 * error;
    for (let i = 0; i < buckets.length; i++) {
      const place = (buckets[i] as number) * OUTPUTS + k;
      const weight = weights[place] as number;
      const gradient = error * (values[i] as number) + training.decay * 100 * weight;
      squares[place] = (squares[place] as number) + gradient * gradient;
      weights[place] = weight - training.rate * gradient / Math.sqrt(squares[place] as number);
    }
  }
}

/** Shares that add up to one. */
function softmax(sums: ArrayLike<number>): number[] {
  const top = Math.max(...Array.from(sums));
  const powers = Array.from(sums, (sum) => Math.exp(sum - top));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

/** A small random number generator with a seed: training must give the same bytes everywhere. */
export function lehmer(seed: number): () => number {
  let state = seed;
  return () => (state = state * 48271 % 2147483647) / 2147483647;
}

export function shuffle<T>(items: T[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
}
