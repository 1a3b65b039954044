import { ensurePrivateFolder, writeAtomic } from "../machine/files.ts";
import type { Paths } from "../machine/paths.ts";
import { newSecret } from "./door.ts";

/** The use of a key. */
export interface Key {
  /** The project that the tab begins with; `null` for all. */
  readonly project: string | null;
  /** The program that opens the browser was given it, so that every user of the machine can have read it. */
  readonly isSeen: boolean;
}

function folderOf({ state }: Paths): string {
  return `${state}/view`;
}

/** Makes a key that lets one tab in, once. Any process of the user can: the running server looks where they lie. */
export function newKey(paths: Paths, key: Key): string {
  const token = newSecret();
  ensurePrivateFolder(folderOf(paths));
  writeAtomic(`${folderOf(paths)}/${token}`, JSON.stringify(key));
  return token;
}

/** Uses a key up, if there is one of that name: of two who come with the same one, one takes its file away. */
export function takeKey(
  paths: Paths,
  token: string,
  fits: (key: Key) => boolean,
): Pick<Key, "project"> | undefined {
  if (!/^[\w-]{32}$/.test(token)) return undefined;
  const path = `${folderOf(paths)}/${token}`;
  try {
    const key: Key = JSON.parse(Deno.readTextFileSync(path));
    if (!fits(key)) return undefined;
    Deno.removeSync(path);
    return key;
  } catch {
    return undefined;
  }
}

/** Takes every key away: those of a server that has ended open nothing. */
export function dropKeys(paths: Paths): void {
  try {
    Deno.removeSync(folderOf(paths), { recursive: true });
  } catch {
    // there were none
  }
}
