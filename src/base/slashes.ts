/** Returns the part of a path before the last `/` or `\`; `""` if there is none. */
export function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"), path.lastIndexOf("\\")));
}

/** Returns the kind of slash in a path: `\` for `C:\Users\me` and for `C:`, else `/`. */
export function slashOf(folder: string): "/" | "\\" {
  return folder[0] === "/" || !/\\|^[A-Za-z]:$/.test(folder) ? "/" : "\\";
}

/** Joins a folder and a name (or a relative path with `/`). Uses the kind of slash that the folder has. */
export function below(folder: string, name: string): string {
  const slash = slashOf(folder);
  return (folder.endsWith(slash) ? folder : folder + slash) +
    (slash === "/" ? name : name.replaceAll("/", slash));
}

/** Returns a path with `/` only, to compare paths: on Windows they may contain both kinds of slash. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Returns true for the folder itself and for every path in it. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return withSlashes(below(path, "")).startsWith(withSlashes(below(folder, "")));
}

/** Returns a path in the spelling `C:\x`. Editors write `c:\x`, Git Bash `/c/x`, git and models `C:/x`. */
export function windowsPath(path: string): string {
  const whole = path.replace(/^\/([A-Za-z])(?=\/|$)/, "$1:").replaceAll("/", "\\");
  return whole.replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}
