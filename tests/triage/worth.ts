import { WORTH } from "../../src/triage/worth.ts";

/** A statement of a real session as numbers alone, with what a reader said of it: nobody's words are kept. */
export interface LabelledStatement {
  readonly category: keyof typeof WORTH;
  /** A number for whoever published the session. */
  readonly author: number;
  /** Whether an ask about it would have been worth an answer, and whether its category holds in the turn. */
  readonly worth: Label;
  readonly holds: Label;
  /** In the order of `WORTH`. */
  readonly facts: readonly number[];
}

type Label = "yes" | "doubtful" | "no";

/** An agent that is asked about a doubtful one may still say no, so it counts a little more than half. */
const TARGETS: Readonly<Record<Label, number>> = { yes: 1, doubtful: 0.6, no: 0 };
const DECAY = 1;
const STEPS = 4000;

export function readStatements(category: LabelledStatement["category"]): LabelledStatement[] {
  const lines = Deno.readTextFileSync(new URL("data/real_statements.jsonl", import.meta.url)).trim().split(
    "\n",
  );
  return lines.map((line) => JSON.parse(line) as LabelledStatement).filter((one) =>
    one.category === category
  );
}

/** The weights of a logistic regression with ridge, in the order of the facts; the last is what holds without any. */
export function fitWorth(statements: readonly LabelledStatement[]): number[] {
  const size = statements[0]!.facts.length;
  const weights = new Array<number>(size + 1).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, i) => i < size ? DECAY * weight : 0);
    for (const { facts, worth } of statements) {
      const error = likelihood(facts, weights) - TARGETS[worth];
      for (let i = 0; i < size; i++) gradient[i]! += error * facts[i]!;
      gradient[size]! += error;
    }
    for (let i = 0; i <= size; i++) weights[i]! -= gradient[i]! / statements.length;
  }
  return weights;
}

/** How likely a statement with these facts was worth an answer, 0 to 1. */
export function likelihood(facts: readonly number[], weights: readonly number[]): number {
  const sum = facts.reduce((sum, value, i) => sum + value * weights[i]!, weights.at(-1)!);
  return 1 / (1 + Math.exp(-sum));
}

/** Each statement's likelihood by what the statements of all other authors teach. */
export function crossValidate(statements: readonly LabelledStatement[]): number[] {
  const authors = [...new Set(statements.map(({ author }) => author))];
  const byAuthor = new Map(
    authors.map((author) => [author, fitWorth(statements.filter((one) => one.author !== author))]),
  );
  return statements.map(({ author, facts }) => likelihood(facts, byAuthor.get(author)!));
}
