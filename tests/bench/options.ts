import { parseArgs } from "node:util";

export const USAGE = "usage: deno task bench [--runs N] [--only NAME] [--json FILE] [--quick]";

/** How much is measured. */
export interface BenchOptions {
  /** Pairs per row. */
  readonly runs: number;
  /** Runs per row while other captures are in flight. */
  readonly loadedRuns: number;
  /** Rows in the database for the comparison of sizes, ascending; the first is the yardstick. */
  readonly databaseRows: readonly number[];
  /** How often 50 captures are started at once. */
  readonly rounds: number;
  /** Measures what has this in its name; all when absent. */
  readonly only: string | undefined;
  /** Also writes the figures there. */
  readonly json: string | undefined;
}

/** The options that the words ask for; throws an error that says what is wrong with them. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: "string" },
      only: { type: "string" },
      json: { type: "string" },
      quick: { type: "boolean" },
    },
  });
  const size = values.quick ? QUICK : FULL;
  return {
    ...size,
    ...(values.runs === undefined ? {} : { runs: wholeNumber(values.runs) }),
    only: values.only?.toLowerCase(),
    json: values.json,
  };
}

/** Whether `--only` leaves this row or section in. */
export function isWanted(name: string, options: BenchOptions): boolean {
  return options.only === undefined || name.toLowerCase().includes(options.only);
}

const FULL = { runs: 80, loadedRuns: 30, databaseRows: [1_000, 100_000, 1_000_000], rounds: 20 } as const;
/** For a look while working: too few runs to judge by. */
const QUICK = { runs: 20, loadedRuns: 10, databaseRows: [1_000, 100_000], rounds: 4 } as const;

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new TypeError(`Cannot use --runs "${text}": it is not a whole number above 0; try --runs 60`);
}
