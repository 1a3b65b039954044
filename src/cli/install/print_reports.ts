import { printJson, printLine } from "../output.ts";
import type { StepReport } from "./install_step.ts";
import type { StepOptions } from "./scope_options.ts";

/** Prints what the steps did, or in a dry run would do; `advice` follows for people if something was changed. */
export function printReports(
  reports: readonly StepReport[],
  options: StepOptions,
  advice: readonly string[],
): void {
  const changed = reports.some((report) => report.changed);
  if (options.json === true) return printAsJson(reports, options);
  if (options.dryRun === true) printLine("Dry run: nothing is changed.");
  for (const { lines, diff } of reports) {
    for (const line of lines) printLine(line);
    if (options.dryRun === true && diff !== "") printLine(diff);
  }
  if (changed && options.dryRun !== true) { for (const line of advice) printLine(line); }
}

function printAsJson(reports: readonly StepReport[], options: StepOptions): void {
  printJson({
    dry_run: options.dryRun === true,
    changed: reports.some((report) => report.changed),
    steps: reports.map(({ changed, data, diff }) => ({
      ...data,
      changed,
      ...(options.dryRun === true ? { diff } : {}),
    })),
  });
}
