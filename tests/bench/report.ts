/** One measured row, as `--json` writes it. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  /** What is held against the budget: a ratio, or a count of failures. */
  readonly value: number;
  /** The most that `value` may be; `undefined` where the row only informs. */
  readonly budget: number | undefined;
  readonly details: Readonly<Record<string, number | undefined>>;
}

/** Prints rows as they are measured, so that a long run shows where it is, and keeps the figures. */
export class Report {
  readonly figures: Figure[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  heading(title: string): void {
    this.#print(`\n${title}`);
  }

  row(figure: Figure): void {
    this.figures.push(figure);
    const { name, value, budget, details } = figure;
    const cells = [
      value.toFixed(2),
      budget?.toFixed(2) ?? "",
      budget === undefined ? "" : isOver(figure) ? "over" : "ok",
    ].map((cell) => cell.padStart(7));
    const more = Object.entries(details).flatMap(([key, of]) =>
      of === undefined ? [] : [`${key} ${tenths(of)}`]
    );
    this.#print(`${name.padEnd(36)}${cells.join("")}  ${more.join(", ")}${late(details)}`);
  }

  /** The rows that are over their budget. */
  over(): Figure[] {
    return this.figures.filter(isOver);
  }
}

/** Marks a p95 beyond the absolute target: it informs, as the machine may be busy. */
function late({ p95_ms = 0, target_ms = Infinity }: Figure["details"]): string {
  return p95_ms > target_ms ? " !" : "";
}

export function isOver(figure: Figure): boolean {
  return figure.budget !== undefined && figure.value > figure.budget;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`;
}

export function tenths(value: number): string {
  return value.toFixed(1);
}

/** What the empty program took and what the measured one took right after it, in ms. */
export interface Pair {
  readonly empty: number;
  readonly measured: number;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const upper = sorted.length >> 1;
  const high = sorted[upper]!;
  return sorted.length % 2 === 1 ? high : (sorted[upper - 1]! + high) / 2;
}

/** The smallest value that at least this share (0..1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/**
 * How many times longer the measured program takes. Each pair is its own comparison, so that a machine that
 * becomes slow for a while slows both sides of it.
 */
export function medianRatio(pairs: readonly Pair[]): number {
  return median(pairs.map(({ empty, measured }) => measured / empty));
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}
