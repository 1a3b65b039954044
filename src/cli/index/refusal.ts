import { isExcludedProject } from "../../core/exclusion.ts";
import { isPaused, readPauses } from "../../host/pause.ts";
import { homeFolder, type Paths } from "../../host/paths.ts";
import type { PrivacySettings } from "../../core/settings.ts";
import { evaluateProject } from "../config/compile.ts";

/** Why a project's code may not be kept and what to do about it, or the rules by which it may. */
export type Permission =
  | { readonly refusal: string; readonly hint: string }
  | { readonly refusal?: undefined; readonly privacy: PrivacySettings };

/** Asks the configuration, the pauses, and common sense: a home folder is no project. */
export function mayIndex(paths: Paths, project: string): Permission {
  if (project === "/" || project === homeFolder()) {
    return { refusal: "it is no project's folder", hint: "name the folder of one project" };
  }
  const { privacy } = evaluateProject(paths, project).settings;
  if (isExcludedProject(project, privacy.exclude_projects)) {
    return {
      refusal: "privacy.exclude_projects names it",
      hint: "`mneme config show` tells where that is set",
    };
  }
  if (isPaused(readPauses(paths), { project, session: "", now: Date.now() })) {
    return { refusal: "mneme is paused there", hint: "`mneme unpause` ends it" };
  }
  return { privacy };
}
