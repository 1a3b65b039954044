import { createPatch } from "diff";
import { printJson, printLine } from "../frame/output.ts";
import type { Flags } from "../frame/command.ts";
import type { ScopeOptions } from "./settings_file.ts";
import type { Json } from "./settings_text.ts";

/** One thing outside the data folder that `install` sets up and `uninstall` takes back. */
export interface InstallStep {
  /** Sets the thing up; a second call changes nothing. Throws a UserError before any change if it cannot. */
  install(mode: StepMode): StepReport;
  /** Reverts what install did and nothing else. Reports if there is nothing to revert. */
  uninstall(mode: StepMode): StepReport;
}

/** `preview` makes the report and changes nothing. */
export type StepMode = "apply" | "preview";

export interface StepReport {
  readonly changed: boolean;
  /** For people, a sentence each. */
  readonly lines: readonly string[];
  /** The change in the form of `diff -u`; empty without one. */
  readonly diff: string;
  /** The fields of the step in `--json`. */
  readonly data: Readonly<Record<string, Json>>;
}

/** Installs every step, after a preview of all, so that a refusal comes before `prepare` and any change. */
export function installSteps(steps: readonly InstallStep[], mode: StepMode, prepare: () => void) {
  const previews = steps.map((step) => step.install("preview"));
  if (mode === "preview") return previews;
  prepare();
  return steps.map((step) => step.install("apply"));
}

export type StepOptions = ScopeOptions & Flags<never, "dryRun">;

/** Prints what the steps did, or would do in a dry run. People get `advice` after a real change. */
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

/** Returns the change in the form of `diff -u`, without file names; empty when nothing changes. */
export function unifiedDiff(before: string, after: string): string {
  const patch = createPatch("", inLines(before), inLines(after), "", "", { context: 3 });
  return patch.split("\n").slice(4).join("\n").trimEnd(); // without two lines with the name, and one for each file
}

/** Returns the text with `\n` as each line break, and with one at its end. */
function inLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\n]$/, "$&\n");
}
