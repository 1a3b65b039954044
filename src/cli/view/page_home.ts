// The objects that the handlers of the page's requests share (`reads.ts`, `changes.ts`).
import { UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { StoreError } from "../../store/store_error.ts";
import { Actions } from "../../view/actions.ts";
import { Live } from "../../view/live.ts";
import { evaluateProject } from "../config/compile.ts";
import { asUserError } from "../frame/attempt.ts";
import { warnLine } from "../frame/output.ts";

export type PageHome = Readonly<ReturnType<typeof pageHome>>;

/** `project`: the folder of the project that the page shows first; `null` for all projects. */
export function pageHome(paths: Paths, project: string | null) {
  return { paths, project, actions: new Actions(explain, warnLine), live: new Live(paths.database) };
}

const RESTART = "if mneme was upgraded, end `mneme view` and run it again; else install the newer mneme";

/** Returns an error as the page shows it. */
export function explain(error: unknown): UserError {
  const known = asUserError("do this", error);
  // A server that was started before an upgrade meets the new schema.
  const isOld = known.cause instanceof StoreError && known.cause.fault === "newer";
  return isOld ? new UserError(known.message, { hint: RESTART, cause: known.cause }) : known;
}

/** Returns the settings of a project; without a project, the user's own. */
export function settingsOf(paths: Paths, project: string | null | undefined) {
  return evaluateProject(paths, project ?? paths.root).settings;
}
