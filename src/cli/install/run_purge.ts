import { UsageError, UserError } from "../../core/user_error.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { sizeText } from "../table.ts";
import { uninstallSteps } from "./all_steps.ts";
import type { StepReport } from "./install_step.ts";
import { deletePaths, planPurge, type PurgePlan } from "./purge.ts";
import type { StepOptions } from "./scope_options.ts";

export interface PurgeOptions extends StepOptions {
  readonly yes?: true;
}

/** Shows all that there is of mneme, and with `--yes` deletes it. */
export function purge(options: PurgeOptions): void {
  if (options.project === true || options.local === true || options.settings !== undefined) {
    throw new UsageError("Cannot purge one settings file alone: --purge is about everything", {
      hint: "leave --purge away",
    });
  }
  const plan = planPurge(requirePaths());
  const isDone = options.yes === true && options.dryRun !== true;
  const reports = uninstallSteps(plan.steps, isDone ? "apply" : "preview");
  const left = isDone ? deletePaths(plan) : [];
  if (options.json === true) printPlan(plan, reports, { isDone, left });
  else explain(plan, reports, isDone);
  if (left.length > 0) {
    throw new UserError(`Cannot delete ${left.join(" and ")}`, { hint: "remove it by hand" });
  }
  if (!isDone && options.dryRun !== true) {
    throw new UserError("Nothing is deleted yet: it cannot be undone", {
      hint: "to delete it, run `mneme uninstall --purge --yes`",
    });
  }
}

function explain({ paths, strangers }: PurgePlan, reports: readonly StepReport[], isDone: boolean): void {
  if (!isDone) printLine("Nothing is changed yet. This is what would be:");
  for (const { lines } of reports) for (const line of lines) printLine(line);
  printLine(isDone ? "Deleted:" : "To be deleted:");
  for (const { path, what, bytes } of paths) printLine(`  ${path}  (${what}, ${sizeText(bytes)})`);
  if (paths.length === 0) printLine("  nothing: there is no data folder, and no installer put mneme here");
  for (const path of strangers) printLine(`${path} is not of mneme and stays`);
  if (isDone) printLine("Restart Claude Code: until then it looks for the hooks.");
}

function printPlan(
  plan: PurgePlan,
  reports: readonly StepReport[],
  { isDone, left }: { readonly isDone: boolean; readonly left: readonly string[] },
): void {
  printJson({
    deleted: isDone,
    steps: reports.map(({ data, changed }) => ({ ...data, changed })),
    paths: plan.paths,
    stay: [...plan.strangers, ...left],
  });
}
