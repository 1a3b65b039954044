import { parseArgs } from "node:util";
import { DIST, EMPTY_PROGRAM } from "../_support/executables.ts";
import type { Report } from "./report.ts";

export const USAGE = "usage: deno task bench [--runs N] [--only NAME] [--json FILE]";

/** How much is measured. */
export interface BenchOptions {
  /** Pairs per row. */
  readonly runs: number;
  /** Measures what has this in its name; all when absent. */
  readonly only: string | undefined;
  /** Also writes the figures there. */
  readonly json: string | undefined;
}

/** The options that the words ask for; throws an error that says what is wrong with them. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: "string", default: "80" }, only: { type: "string" }, json: { type: "string" } },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs <= 0) {
    throw new TypeError(
      `Cannot use --runs "${values.runs}": it is not a whole number above 0; try --runs 60`,
    );
  }
  return { runs, only: values.only?.toLowerCase(), json: values.json };
}

/** Whether `--only` leaves this row or section in. */
export function isWanted(name: string, options: BenchOptions): boolean {
  return options.only === undefined || name.toLowerCase().includes(options.only);
}

/** Executables that were all written the same way. */
export interface Programs {
  readonly folder: string;
  readonly empty: string;
  /** Another copy of it: how far its ratio is from 1 is how far any ratio can be trusted. */
  readonly emptyAgain: string;
}

/**
 * Copies the empty program and every executable into the folder, byte by byte: of two executables with the same
 * bytes one can be 17 % slower, depending on how and when its file was written (the page cache holds it in larger
 * or smaller pieces). So the copies serve one run of the benchmark only.
 */
export function copyPrograms(folder: string): Programs {
  const empty = `${folder}/empty`;
  const emptyAgain = `${folder}/empty-again`;
  Deno.copyFileSync(EMPTY_PROGRAM, empty);
  Deno.copyFileSync(EMPTY_PROGRAM, emptyAgain);
  for (const entry of Deno.readDirSync(DIST)) {
    if (entry.isFile) Deno.copyFileSync(`${DIST}/${entry.name}`, `${folder}/${entry.name}`);
  }
  return { folder, empty, emptyAgain };
}

/** What every section of the benchmark is handed. */
export interface Bench {
  readonly options: BenchOptions;
  readonly programs: Programs;
  readonly report: Report;
}
