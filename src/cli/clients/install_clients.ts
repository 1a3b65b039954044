import { UsageError } from "../../base/user_error.ts";
import { prepareHome } from "../prepare_home.ts";
import { executablesOf, installSteps, uninstallSteps } from "../install/steps.ts";
import type { StepOptions, StepReport } from "../install/install_step.ts";
import { clientSteps } from "./client_steps.ts";
import type { ClientRow } from "./client_table.ts";
import { trustCodexHooks } from "./codex_trust.ts";

export interface ClientOptions extends StepOptions {
  readonly bin?: string;
  readonly trust?: true;
}

/** What was done in some clients, what is left to do, and the command that takes it back. */
export interface ClientsDone {
  readonly reports: readonly StepReport[];
  readonly advice: readonly string[];
  readonly undo: string;
}

/** Sets mneme up in clients other than Claude Code. */
export async function installClients(
  rows: readonly ClientRow[],
  options: ClientOptions,
): Promise<ClientsDone> {
  checkScope(options);
  const mode = options.dryRun === true ? "preview" : "apply";
  const executables = executablesOf(options);
  const reports: StepReport[] = [];
  const advice: string[] = [];
  for (const row of rows) {
    reports.push(heading(row), ...installSteps(clientSteps(row, executables), mode, prepareHome));
    if (row.name !== "codex") advice.push(`Restart ${row.title} for the hooks to take effect.`);
    else if (options.trust !== true) {
      advice.push(
        "Codex CLI runs a hook once you trust it: start `codex` and say so, or `mneme install --client codex --trust`.",
      );
    } else if (mode === "apply") {
      const count = await trustCodexHooks(row);
      reports.push(
        said(count > 0, `Codex CLI trusts ${count === 0 ? "the hooks already" : `${count} hooks now`}`),
      );
    }
  }
  return { reports, advice, undo: `mneme uninstall --client ${nameOf(rows)}` };
}

/** Takes it out again. */
export function uninstallClients(rows: readonly ClientRow[], options: ClientOptions): ClientsDone {
  checkScope(options);
  const mode = options.dryRun === true ? "preview" : "apply";
  const executables = executablesOf(options);
  const reports = rows.flatMap((
    row,
  ) => [heading(row), ...uninstallSteps(clientSteps(row, executables), mode)]);
  return { reports, advice: [], undo: `mneme install --client ${nameOf(rows)}` };
}

function nameOf(rows: readonly ClientRow[]): string {
  return rows.length === 1 ? rows[0]?.name ?? "all" : "all";
}

function checkScope({ user: _user, project, local, settings }: StepOptions): void {
  if (project === undefined && local === undefined && settings === undefined) return;
  throw new UsageError("Cannot choose a settings file of another client than Claude Code", {
    hint: "leave --project, --local and --settings away",
  });
}

function heading({ title }: ClientRow): StepReport {
  return said(false, `${title}:`);
}

function said(changed: boolean, line: string): StepReport {
  return { changed, lines: [line], diff: "", data: { step: "note", text: line } };
}
