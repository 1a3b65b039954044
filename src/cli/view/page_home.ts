// The objects that the handlers of the page's requests share (`reads.ts`, `changes.ts`).
import type { Paths } from "../../machine/paths.ts";
import { Actions } from "../../view/actions.ts";
import { Live } from "../../view/live.ts";
import { evaluateProject } from "../config/compile.ts";
import { asUserError } from "../frame/attempt.ts";

export interface PageHome {
  readonly paths: Paths;
  /** The folder of the project that the page shows first; `null` for all projects. */
  readonly project: string | null;
  readonly actions: Actions;
  readonly live: Live;
}

export function pageHome(paths: Paths, project: string | null): PageHome {
  return { paths, project, actions: new Actions(explain), live: new Live(paths.database) };
}

export function explain(error: unknown) {
  return asUserError("do this", error);
}

/** Returns the settings of a project; without a project, the user's own. */
export function settingsOf(paths: Paths, project: string | null | undefined) {
  return evaluateProject(paths, project ?? paths.root).settings;
}
