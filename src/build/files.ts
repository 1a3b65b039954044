/** What is known of the file, or undefined when there is none. */
export async function statOrUndefined(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Removes the folder and all in it; without one there is nothing to do. */
export async function removeFolder(path: string): Promise<void> {
  if ((await statOrUndefined(path)) !== undefined) await Deno.remove(path, { recursive: true });
}
