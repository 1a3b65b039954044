/** One passage as the judge sees it. */
export interface JudgeRow {
  readonly values: readonly number[];
  readonly isMention: boolean;
}

/** The rows of one conversation for one category; of several the best decides. */
export interface JudgeCase {
  readonly rows: readonly JudgeRow[];
  readonly isExpected: boolean;
  readonly weight: number;
}

const ROUNDS = 60;
const STEPS = 40;

/** Logistic regression on the best row of each case, the best being chosen anew in each round. */
export function trainJudge(cases: readonly JudgeCase[], size: number, decay: number): number[] {
  const weights = new Array<number>(size).fill(0);
  weights[1] = 1;
  const squares = new Array<number>(size).fill(1e-3);
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = cases.flatMap((one) => chooseRows(one, weights));
    const total = chosen.reduce((sum, row) => sum + row.weight, 0);
    for (let step = 0; step < STEPS / 10; step++) descend(weights, squares, { chosen, total, decay });
  }
  return weights;
}

interface Chosen {
  readonly values: readonly number[];
  readonly target: number;
  readonly weight: number;
}

function chooseRows({ rows, isExpected, weight }: JudgeCase, weights: readonly number[]): Chosen[] {
  const ranked = (isExpected ? rows.filter((row) => row.isMention) : [...rows])
    .sort((a, b) => dot(b.values, weights) - dot(a.values, weights));
  if (isExpected) return ranked.slice(0, 1).map(({ values }) => ({ values, target: 1, weight }));
  return ranked.slice(0, 2).map(({ values }, at) => ({
    values,
    target: 0,
    weight: at === 0 ? weight : weight / 2,
  }));
}

interface Batch {
  readonly chosen: readonly Chosen[];
  readonly total: number;
  readonly decay: number;
}

function descend(weights: number[], squares: number[], { chosen, total, decay }: Batch): void {
  const gradient = weights.map((weight, index) => index === 0 ? 0 : decay * weight);
  for (const { values, target, weight } of chosen) {
    const error = (logistic(dot(values, weights)) - target) * weight / total;
    for (let i = 0; i < values.length; i++) {
      gradient[i] = (gradient[i] as number) + error * (values[i] as number);
    }
  }
  for (let i = 0; i < weights.length; i++) {
    const g = gradient[i] as number;
    squares[i] = (squares[i] as number) + g * g;
    weights[i] = (weights[i] as number) - 0.25 * g / Math.sqrt(squares[i] as number);
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
