/** Longer folders are not listed: looking for the one name is cheaper then, whatever it costs. */
const MAX_NAMES = 300;

export type Listed = "folder" | "other" | "none";

/**
 * What a folder holds under a name; `undefined` where that cannot be told from a short listing. A look for a file that
 * is not there ends in an exception, and the first one costs a hook 1.2 ms: a listing is ten times cheaper.
 */
export function listedAs(folder: string, name: string): Listed | undefined {
  try {
    let count = 0;
    for (const entry of Deno.readDirSync(folder === "" ? "/" : folder)) {
      if (entry.name === name) return entry.isDirectory ? "folder" : "other";
      if (++count === MAX_NAMES) return undefined;
    }
    return "none";
  } catch {
    return undefined; // no such folder, or not ours to list
  }
}
