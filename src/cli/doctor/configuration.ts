import { isStale, readCachedConfig } from "../../host/config_cache.ts";
import { settingsOf } from "../../runner/hook_settings.ts";
import { compileConfig, evaluateProject } from "../config/compile.ts";
import { USER_LABEL } from "../config/evaluate.ts";
import { exclusionsOf, howToInclude } from "../config/exclusions.ts";
import { HOOK_NAMES } from "../hook_stats.ts";
import { plainLine } from "../plain_text.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

const CHECK = "configuration";

/** What is wrong with the files, whether hooks have them as they are, and what they switch off here. */
export function checkConfiguration({ paths, project }: HomeProbe): Finding[] {
  const evaluation = evaluateProject(paths, project);
  const { problems, settings } = evaluation;
  const findings = problems.map((problem) => {
    // A project's file comes with the repository; what it may not say is left out, and that is enough.
    const level = problem.startsWith(USER_LABEL) ? fail : warn;
    return level(CHECK, plainLine(problem, 300), { fix: "correct that line, then `mneme config check`" });
  });
  if (isStale(readCachedConfig(paths, project), paths, project)) {
    findings.push(warn(CHECK, "The hooks have not taken over the last change of the configuration", {
      fix: "mneme process, or start a session",
      repair: () => {
        compileConfig(paths, project);
        return "Compiled the configuration for the hooks";
      },
    }));
  }
  const exclusions = exclusionsOf(paths, project, evaluation);
  if (exclusions.length > 0) {
    findings.push(warn(CHECK, `privacy.exclude_projects covers ${project}: nothing is kept here`, {
      fix: howToInclude(project, exclusions),
    }));
  }
  const off = HOOK_NAMES.filter((name) => !settingsOf(name, settings).enabled);
  if (off.length > 0) {
    findings.push(warn(CHECK, `Switched off: ${off.join(", ")}`, { fix: "mneme config show" }));
  }
  return findings.length > 0 ? findings : [ok(CHECK, "The configuration is fine")];
}
