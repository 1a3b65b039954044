/** Whether there is a file at this path that can be looked at. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // missing or out of reach
  }
}
