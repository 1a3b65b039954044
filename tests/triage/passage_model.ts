import { bucketOf, type Model, OUTPUTS } from "../../src/core/triage/model.ts";

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

export const TRAINING: Training = { buckets: 1 << 15, rounds: 8, rate: 0.05, decay: 2e-6 };

/** Features merged by bucket. */
export function exampleOf(
  { hashes, values }: { readonly hashes: readonly number[]; readonly values: readonly number[] },
  target: readonly number[],
  weight: number,
): Example {
  const merged = new Map<number, number>();
  for (let i = 0; i < hashes.length; i++) {
    const bucket = bucketOf(hashes[i] as number, TRAINING.buckets);
    merged.set(bucket, (merged.get(bucket) ?? 0) + (values[i] as number));
  }
  return {
    buckets: Uint32Array.from(merged.keys()),
    values: Float32Array.from(merged.values()),
    target,
    weight,
  };
}

/** Softmax regression by Adagrad with L2, in an order that is the same at every run. */
export function trainPassageModel(examples: readonly Example[], training = TRAINING): Model {
  const weights = new Float32Array(training.buckets * OUTPUTS);
  const squares = new Float32Array(weights.length).fill(0.05);
  const bias = new Float32Array(OUTPUTS);
  const random = lehmer(12345);
  const order = examples.map((_, index) => index);
  for (let round = 0; round < training.rounds; round++) {
    shuffle(order, random);
    for (const index of order) learn(examples[index] as Example, { weights, squares, bias }, training);
  }
  const addTo = (sums: number[], place: number, value: number) => {
    for (let k = 0; k < OUTPUTS; k++) sums[k] = (sums[k] as number) + value * (weights[place + k] as number);
  };
  const weightAt = (place: number) => weights[place] as number;
  return { buckets: training.buckets, weightAt, addTo, scale: 1, bias: [...bias] };
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
export function softmax(sums: ArrayLike<number>): number[] {
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
