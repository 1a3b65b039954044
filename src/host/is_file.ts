/** Whether the path leads to a file; what cannot be looked at does not. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // missing or out of reach
  }
}
