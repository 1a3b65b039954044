// The paths of a build, and helpers for its files: embedding, locking, removing.
import { dirname } from "node:path";
import { infoOf, replaceFile } from "../machine/files.ts";

export function layoutOf(root: string) {
  const build = `${root}/build`;
  return {
    root,
    dist: `${root}/dist`,
    build,
    bundles: `${build}/bundles`,
    grammars: `${build}/grammars`,
    unfinished: `${build}/out`,
    record: `${build}/record.json`,
    lock: `${build}/lock`,
  };
}

export type Layout = Readonly<ReturnType<typeof layoutOf>>;

/** The modification time of embedded and packed files, so that equal sources give equal bytes. */
export const FIXED_TIME = new Date("2000-01-01T00:00:00Z");

/** Writes a file to embed, with a fixed time and mode. A rename puts it in place: tests may read an older grammar. */
export async function writeEmbedded(path: string, content: string | Uint8Array): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeFile(
    `${path}.new`,
    typeof content === "string" ? new TextEncoder().encode(content) : content,
  );
  await Deno.chmod(`${path}.new`, 0o644);
  await Deno.utime(`${path}.new`, FIXED_TIME, FIXED_TIME);
  replaceFile(`${path}.new`, path);
}

export async function removeFolder(path: string): Promise<void> {
  if (infoOf(path) !== undefined) await Deno.remove(path, { recursive: true });
}

/** Waits until nobody else holds the lock, and holds it until the result is disposed. */
export async function lockBuild(lockFile: string): Promise<Disposable> {
  await Deno.mkdir(dirname(lockFile), { recursive: true });
  const file = await Deno.open(lockFile, { write: true, create: true });
  await file.lock(true);
  return file;
}
