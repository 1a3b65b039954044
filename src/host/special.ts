/** Whether the path leads to what is neither file nor folder: a pipe or a device, which one may wait for without end. */
export function isSpecial(path: string): boolean {
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    return !isFile && !isDirectory;
  } catch {
    return false; // missing or out of reach
  }
}

/** Makes room for a file of ours: nothing is kept in a pipe or a device. */
export function removeSpecial(path: string): void {
  if (isSpecial(path)) Deno.removeSync(path);
}
