import { isAbsolute, withoutTrailingSlash } from "./paths.ts";

/** Linux' PATH_MAX: no folder has a longer path, and each one above it would be looked at. */
const MAX_UNITS = 4096;

/** The folder that the client was started in (`given`), else `cwd`; `/` when neither is usable. */
export function launchFolder(given: string | undefined, cwd: string | undefined): string {
  if (isUsable(given)) return withoutTrailingSlash(given);
  return isUsable(cwd) ? withoutTrailingSlash(cwd) : "/";
}

function isUsable(path: string | undefined): path is string {
  return path !== undefined && path.length <= MAX_UNITS && isAbsolute(path);
}
