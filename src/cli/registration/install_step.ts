// The steps of `install` and `uninstall`, and the report of what they did.
import { createPatch } from "diff";
import { printJson, printLine } from "../frame/output.ts";
import type { Flags } from "../frame/command.ts";
import type { ScopeOptions } from "./settings_file.ts";
import type { Json } from "./settings_text.ts";

/** One thing outside the data folder that install sets up and uninstall takes back. */
export interface InstallStep {
  /** A second call changes nothing. Throws a `UserError` before any change if it cannot install. */
  install(mode: StepMode): StepReport;
  uninstall(mode: StepMode): StepReport;
}

/** `preview` makes the report only. */
export type StepMode = "apply" | "preview";

export interface StepReport {
  readonly changed: boolean;
  readonly lines: readonly string[];
  /** The change of a file as `diff -u` prints it, without the file's names; else empty. */
  readonly diff: string;
  readonly data: Readonly<Record<string, Json>>;
}

/** Previews all steps first, so that a refusal comes before any change. */
export function installSteps(steps: readonly InstallStep[], mode: StepMode, prepare: () => void) {
  const previews = steps.map((step) => step.install("preview"));
  if (mode === "preview") return previews;
  prepare();
  return steps.map((step) => step.install("apply"));
}

export type StepOptions = ScopeOptions & Flags<never, "dryRun">;

/** People get `advice` after a real change. */
export function printReports(
  reports: readonly StepReport[],
  { dryRun, json }: StepOptions,
  advice: readonly string[],
): void {
  const isChanged = reports.some(({ changed }) => changed);
  if (json) {
    const steps = reports.map(({ changed, data, diff }) => ({ ...data, changed, ...(dryRun && { diff }) }));
    return printJson({ dry_run: dryRun === true, changed: isChanged, steps });
  }
  if (dryRun) printLine("Dry run: nothing is changed.");
  for (const { lines, diff } of reports) {
    for (const line of lines) printLine(line);
    if (dryRun && diff !== "") printLine(diff);
  }
  if (isChanged && !dryRun) advice.forEach(printLine);
}

export function unifiedDiff(before: string, after: string): string {
  const patch = createPatch("", inLines(before), inLines(after), "", "", { context: 3 });
  return patch.split("\n").slice(4).join("\n").trimEnd(); // without the lines with file names
}

const inLines = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[^\n]$/, "$&\n");
