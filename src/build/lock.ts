import { statOrUndefined } from "./runtime.ts";

/** Waits until no other build or clean of this tree runs; disposing lets the next one go on. */
export async function lockTree(path: string): Promise<Disposable> {
  while (true) {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const file = await Deno.open(path, { write: true, create: true });
    await file.lock(true);
    // A clean that held the lock has removed the file we waited for: then ours guards nothing.
    if ((await statOrUndefined(path))?.ino === (await file.stat()).ino) return file;
    file.close();
  }
}
