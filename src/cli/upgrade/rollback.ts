import { join } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { start } from "./unpack_version.ts";
import { type Switched, switchVersion } from "./switched.ts";
import { requireVersions } from "./versions.ts";

/** Switches to the version that was in use before this one; twice leads back. */
export function rollback(): Switched {
  const versions = requireVersions("roll back");
  const { root, current, previous } = versions;
  if (previous === undefined || previous === current) {
    throw new UserError(`Cannot roll back: there is no version before ${current} in ${root}`, {
      hint: "install the one that you want with `mneme upgrade --from FILE`",
    });
  }
  const program = join(root, previous, Deno.build.os === "windows" ? "mneme.exe" : "mneme");
  const { complaint } = start(program, ["--version"]);
  if (complaint === undefined) return switchVersion(versions, previous);
  throw new UserError(`Cannot roll back: ${program} does not start: ${complaint}`, {
    hint: "install the one that you want with `mneme upgrade --from FILE`",
  });
}
