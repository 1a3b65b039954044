import { statOrUndefined } from "./files.ts";

/** Waits until no other build or clean of this tree runs; disposing lets the next one go on. */
export async function lockTree(path: string): Promise<Disposable> {
  while (true) {
    const file = await openLock(path);
    if (file === undefined) continue;
    await file.lock(true);
    // A clean that held the lock has removed the file we waited for: then ours guards nothing.
    if ((await statOrUndefined(path))?.ino === (await file.stat()).ino) return file;
    file.close();
  }
}

/** `undefined` when a clean took the folder away between the two calls. */
async function openLock(path: string): Promise<Deno.FsFile | undefined> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  try {
    return await Deno.open(path, { write: true, create: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
