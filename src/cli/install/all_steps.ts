import { dirname, resolve } from "node:path";
import { requirePaths } from "../data_folder.ts";
import { hooksStep } from "./hooks_step.ts";
import type { InstallStep, StepMode, StepReport } from "./install_step.ts";
import { type ScopeOptions, settingsPath } from "./settings_location.ts";

/** What install sets up, in this order; uninstall takes it back in the reverse one. */
export function allSteps(options: ScopeOptions & { readonly bin?: string }): InstallStep[] {
  return [
    hooksStep({
      settings: settingsPath(options),
      executables: options.bin === undefined ? dirname(Deno.execPath()) : resolve(options.bin),
      backups: requirePaths().backups,
    }),
  ];
}

/** Installs every step, after a preview of all: what one refuses is refused before `prepare` or another changes anything. */
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

/** Takes every step back, the last first, after a preview of all. */
export function uninstallSteps(steps: readonly InstallStep[], mode: StepMode): StepReport[] {
  const backwards = steps.toReversed();
  const previews = backwards.map((step) => step.uninstall("preview"));
  return mode === "preview" ? previews : backwards.map((step) => step.uninstall("apply"));
}
