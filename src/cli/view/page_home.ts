import type { Paths } from "../../machine/paths.ts";
import { Actions } from "../../view/actions.ts";
import { Live } from "../../view/live.ts";
import { evaluateProject } from "../config/compile.ts";
import { asUserError } from "../frame/attempt.ts";

/** The objects that the handlers of requests use. */
export interface PageHome {
  readonly paths: Paths;
  /** The project with which the page begins; `null` for all projects. */
  readonly project: string | null;
  readonly actions: Actions;
  readonly live: Live;
}

export function pageHome(paths: Paths, project: string | null): PageHome {
  return { paths, project, actions: new Actions(explain), live: new Live(paths.database) };
}

/** Converts any error into a `UserError` with the failure, the reason and a hint. */
export function explain(error: unknown) {
  return asUserError("do this", error);
}

/** Returns the settings of a project; without a project, the settings for all projects. */
export function settingsOf(paths: Paths, project: string | null | undefined) {
  return evaluateProject(paths, project ?? paths.root).settings;
}
