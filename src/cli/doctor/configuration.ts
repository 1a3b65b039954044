import { settingOf } from "../../base/hook_names.ts";
import { isStale, readCachedConfig } from "../../machine/config_cache.ts";
import { compileConfig, evaluateProject } from "../config/compile.ts";
import { USER_LABEL } from "../config/evaluate.ts";
import { HOOK_NAMES } from "../frame/hook_stats.ts";
import { plainLine } from "../frame/plain_text.ts";
import { exclusionOf } from "../config/exclude.ts";
import { check } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

/** Checks the configuration files, whether hooks use their last version, and what they switch off here. */
export const checkConfiguration = check<HomeProbe>("configuration", ({ paths, project }, warn, fail) => {
  const { problems, settings } = evaluateProject(paths, project);
  for (const problem of problems) {
    // A project's file comes with the repository, and settings that it may not change are ignored: a warning.
    const tell = problem.startsWith(USER_LABEL) ? fail : warn;
    tell(plainLine(problem, 300), "correct that line, then `mneme config check`");
  }
  if (isStale(readCachedConfig(paths, project), paths, project)) {
    const text = "The hooks have not taken over the last change of the configuration";
    warn(text, "mneme doctor --fix", () => {
      compileConfig(paths, project);
      return "Compiled the configuration for the hooks";
    });
  }
  const exclusion = exclusionOf(paths, project);
  if (exclusion !== undefined) {
    warn(`${exclusion.by} excludes ${project}: nothing is kept here`, exclusion.fix);
  }
  const off = HOOK_NAMES.filter((name) => !settingOf(name, settings).enabled);
  if (off.length > 0) warn(`Switched off: ${off.join(", ")}`, "mneme config show");
  return "The configuration is fine";
});
