/** One measured row, as `--json` writes it. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  /** What is held against the budget: a ratio, or a count of failures. */
  readonly value: number;
  /** The most that `value` may be; `undefined` where the row only informs. */
  readonly budget: number | undefined;
  readonly details: Readonly<Record<string, number | string>>;
}

const NAME_WIDTH = 27;
const CELL_WIDTH = 11;

/** Prints rows as they are measured, so that a long run shows where it is, and keeps the figures. */
export class Report {
  readonly figures: Figure[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  heading(title: string, columns: readonly string[]): void {
    this.#print("");
    this.#print(formatRow(title, columns));
    this.#print("-".repeat(NAME_WIDTH + CELL_WIDTH * columns.length));
  }

  row(figure: Figure, cells: readonly string[]): void {
    this.figures.push(figure);
    this.#print(formatRow(figure.name, cells));
  }

  note(text: string): void {
    this.#print(text);
  }

  /** The rows that are over their budget. */
  over(): Figure[] {
    return this.figures.filter(isOver);
  }
}

/** Whether the figure has a budget and exceeds it. */
export function isOver(figure: Figure): boolean {
  return figure.budget !== undefined && figure.value > figure.budget;
}

/** `ok`, `over`, or nothing for a row that only informs. */
export function verdict(figure: Figure): string {
  if (figure.budget === undefined) return "";
  return isOver(figure) ? "over" : "ok";
}

/** The absolute target, marked where p95 is beyond it: it informs, as the machine may be busy. */
export function targetCell(p95Ms: number, targetMs: number | undefined): string {
  if (targetMs === undefined) return "";
  return p95Ms > targetMs ? `! ${targetMs}` : `${targetMs}`;
}

/** `1.23×` */
export function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`;
}

/** `12.3` */
export function tenths(value: number): string {
  return value.toFixed(1);
}

function formatRow(name: string, cells: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join("");
}
