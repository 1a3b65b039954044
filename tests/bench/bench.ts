import type { BenchOptions } from "./options.ts";
import type { Programs } from "./programs.ts";
import type { Report } from "./report.ts";

/** What every section of the benchmark is handed. */
export interface Bench {
  readonly options: BenchOptions;
  readonly programs: Programs;
  readonly report: Report;
}
