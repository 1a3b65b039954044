import { isAbsolute, withoutTrailingSlash } from "./paths.ts";

/** The folder that the client was started in (`given`), else `cwd`; `/` when neither is usable. */
export function launchFolder(given: string | undefined, cwd: string | undefined): string {
  if (given !== undefined && isAbsolute(given)) return withoutTrailingSlash(given);
  return cwd !== undefined && isAbsolute(cwd) ? withoutTrailingSlash(cwd) : "/";
}
