/** Whether anything has this name, a broken link too; what cannot be looked at is not there. */
export function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a file; 0 where there is none. */
export function sizeOf(path: string): number {
  return infoOf(path)?.size ?? 0;
}

/** What a file or folder is, behind links; `undefined` where it is missing or cannot be reached. */
export function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** The names in a folder, sorted; none where it cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  } catch {
    return [];
  }
}

/** The path without links; itself where it leads nowhere. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
