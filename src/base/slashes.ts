/** Returns the folder above a path, with slashes of either kind; `""` above a root. */
export function parentFolder(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/"), folder.lastIndexOf("\\")));
}

/** Returns the slash that a path is spelled with: `\` for `C:\Users\me` and for `C:`, else `/`. */
export function slashOf(folder: string): "/" | "\\" {
  return folder[0] === "/" || !/\\|^[A-Za-z]:$/.test(folder) ? "/" : "\\";
}

/** Returns the path of `name` in a folder, with the kind of slash that the folder has. */
export function below(folder: string, name: string): string {
  const slash = slashOf(folder);
  return (folder.endsWith(slash) ? folder : folder + slash) +
    (slash === "/" ? name : name.replaceAll("/", slash));
}

/** Returns a path with forward slashes only, for comparisons: paths on Windows have either kind, or both. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Spells a path as Windows does, `C:\x`. Editors write `c:\x`, Git Bash `/c/x`, git and models `C:/x`. */
export function windowsPath(path: string): string {
  const whole = path.replace(/^\/([A-Za-z])(?=\/|$)/, "$1:").replaceAll("/", "\\");
  return whole.replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}
