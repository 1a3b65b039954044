/** The folder above; `""` above a root. */
export function parentFolder(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/"), folder.lastIndexOf("\\")));
}

/** The same path in one spelling, to be compared: on Windows a path has slashes in either direction, and in both. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
