import { DIST, EMPTY_PROGRAM } from "../_support/executables.ts";
import type { Report } from "./report.ts";

/** How much is measured. */
export interface BenchOptions {
  /** Pairs per row. */
  readonly runs: number;
  /** Measures what has this in its name. */
  readonly only: string;
}

/** Whether `--only` leaves this row or section in. */
export function isWanted(name: string, { only }: BenchOptions): boolean {
  return name.toLowerCase().includes(only.toLowerCase());
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
