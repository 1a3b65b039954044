import { join, resolve } from "node:path";
import { requirePaths } from "../frame/data_folder.ts";
import { hooksStep } from "../registration/hooks_step.ts";
import type { InstallStep, StepMode, StepReport } from "../registration/install_step.ts";
import { mcpStep } from "../registration/mcp_step.ts";
import { ownFolder } from "../registration/own_folder.ts";
import { clientFolder, type ScopeOptions, settingsPath } from "../registration/settings_file.ts";
import { skillStep } from "../registration/signed_file.ts";

/**
 * Returns the steps in the order of install; uninstall reverses it. A settings file named by `--settings`
 * gets hooks alone, as the client looks for skills and servers in fixed places.
 */
export function allSteps(options: ScopeOptions & { readonly bin?: string }): InstallStep[] {
  const settings = settingsPath(options);
  const executables = executablesOf(options);
  const hooks = hooksStep({ settings, executables, backups: requirePaths().backups });
  if (options.settings !== undefined) return [hooks];
  const scope = options.project === true ? "project" : options.local === true ? "local" : "user";
  const skills = join(scope === "user" ? clientFolder() : resolve(".claude"), "skills");
  return [hooks, skillStep(skills), mcpStep({ scope, executables })];
}

/** Returns the absolute folder from which hooks are started. */
export function executablesOf({ bin }: { readonly bin?: string }): string {
  return bin === undefined ? ownFolder() : resolve(bin);
}

/** Installs every step, after a preview of all, so that a refusal comes before `prepare` and any change. */
export function installSteps(
  steps: readonly InstallStep[],
  mode: StepMode,
  prepare: () => void,
): StepReport[] {
  const previews = steps.map((step) => step.install("preview"));
  if (mode === "preview") return previews;
  prepare();
  return steps.map((step) => step.install("apply"));
}

/** Reverts every step, the last one first, after a preview of all. */
export function uninstallSteps(steps: readonly InstallStep[], mode: StepMode): StepReport[] {
  const backwards = steps.toReversed();
  const previews = backwards.map((step) => step.uninstall("preview"));
  return mode === "preview" ? previews : backwards.map((step) => step.uninstall("apply"));
}
