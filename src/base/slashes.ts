/** The folder above; `""` above a root. */
export function parentFolder(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/"), folder.lastIndexOf("\\")));
}

/** The slash that the folder is spelt with: `C:\\Users\\me` has its own. */
export function slashOf(folder: string): "/" | "\\" {
  return folder[0] === "/" || !/\\|^[A-Za-z]:$/.test(folder) ? "/" : "\\";
}

/** The path of what lies in a folder, with the slashes of that. */
export function below(folder: string, name: string): string {
  const slash = slashOf(folder);
  return (folder.endsWith(slash) ? folder : folder + slash) +
    (slash === "/" ? name : name.replaceAll("/", slash));
}

/** The same path in one spelling, to be compared: on Windows a path has slashes in either direction, and in both. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** As Windows spells a path: editors write `c:\x`, Git Bash `/c/x`, git and models `C:/x`; all mean `C:\x`. */
export function windowsPath(path: string): string {
  const whole = path.replace(/^\/([A-Za-z])(?=\/|$)/, "$1:").replaceAll("/", "\\");
  return whole.replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}
