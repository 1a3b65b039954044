// Divides, joins and compares paths with `/` or `\`, without asking which system this is.
/** Returns a path's part before the last `/` or `\`, or "". A disk's root keeps its slash: `C:\`. */
export function parentFolder(path: string): string {
  const end = Math.max(0, path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end !== 2 || path[1] !== ":") return path.slice(0, end);
  return path.length > 3 ? path.slice(0, 3) : "";
}

export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Returns `\` for `C:` and a path with `\` that does not begin with `/`, such as `C:\Users\me`; else `/`. */
export function slashOf(folder: string): "/" | "\\" {
  return folder[0] === "/" || !/\\|^[A-Za-z]:$/.test(folder) ? "/" : "\\";
}

/** Joins a folder and a name (or a relative path with `/`) with the kind of slash that the folder has. */
export function below(folder: string, name: string): string {
  const slash = slashOf(folder);
  return (folder.endsWith(slash) ? folder : folder + slash) +
    (slash === "/" ? name : name.replaceAll("/", slash));
}

/** Returns a relative path as one below `folder`. Other paths stay; all do if `folder` is "" (unknown). */
export function pathFrom(folder: string, path: string): string {
  if (folder === "" || /^(?:[A-Za-z]:)?[\\/]|^~/.test(path)) return path;
  return `${folder.replace(/[\\/]$/, "")}/${path.replace(/^(?:\.\/)+/, "")}`;
}

/** Drops the parts "" and `.` of a path, and each `..` with the part before it. */
export function withoutDots(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === "..") kept.pop();
    else if (part !== "." && part !== "") kept.push(part);
  }
  return kept;
}

/** Rewrites an absolute path with `/` (a share with `\\` in front), and without `.`, `..` and doubled slashes. */
export function plainPath(path: string): string {
  const start = path.startsWith("\\\\") ? "\\\\" : path.startsWith("/") ? "/" : "";
  return start + withoutDots(path.split(/[\\/]/)).join("/");
}

export const withSlashes = (path: string): string => path.replaceAll("\\", "/");

export function isAtOrBelow(path: string, folder: string): boolean {
  return withSlashes(below(path, "")).startsWith(withSlashes(below(folder, "")));
}

/** Returns a path as `C:\x` or `C:\`. Editors write `c:\x`, Cursor `/c:/x`, Git Bash `/c/x`, Codex `\\?\C:\x`. */
export function windowsPath(path: string): string {
  const whole = path.replace(/^\/([A-Za-z]):?(?=\/|$)/, "$1:").replaceAll("/", "\\")
    .replace(/^\\\\\?\\(?=[A-Za-z]:)/, "").replace(/^\\\\\?\\UNC(?=\\)/i, "\\");
  return whole.replace(/^[A-Za-z]:$/, "$&\\").replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}
