import { isAbsolute, withoutTrailingSlash } from "./paths.ts";

/** Linux' PATH_MAX: no folder has a longer path, and each one above it would be looked at. */
const MAX_UNITS = 4096;

/** The folder that the client was started in (`given`), else `cwd`; `/` when neither is usable. */
export function launchFolder(
  given: string | undefined,
  cwd: string | undefined,
  system: typeof Deno.build.os = Deno.build.os,
): string {
  const folder = isUsable(given) ? given : isUsable(cwd) ? cwd : "/";
  return withoutTrailingSlash(system === "windows" ? windowsFolder(folder) : folder);
}

/** One spelling of a folder: editors write `c:\x`, Git Bash `/c/x`, git `C:/x`; all mean `C:\x`. */
export function windowsFolder(path: string): string {
  if (path === "/") return path;
  const whole = path.replace(/^\/([A-Za-z])(?=\/|$)/, "$1:").replaceAll("/", "\\");
  return whole.replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}

function isUsable(path: string | undefined): path is string {
  return path !== undefined && path.length <= MAX_UNITS && isAbsolute(path);
}
