import { ensurePrivateFolder, writeAtomic } from "../machine/files.ts";
import type { Paths } from "../machine/paths.ts";
import { newSecret } from "./access.ts";

/** The content of a key's file. A key lets one tab get the pass, once; it is part of the address. */
export interface Key {
  /** The project with which the tab begins; `null` for all. */
  readonly project: string | null;
  /** True if it was an argument of the program that opens the browser: other users of the machine can read arguments. */
  readonly isSeen: boolean;
}

function folderOf({ state }: Paths): string {
  return `${state}/view`;
}

/** Creates a key. Any process of the user can do so, as the running server reads the keys' folder. */
export function newKey(paths: Paths, key: Key): string {
  const token = newSecret();
  ensurePrivateFolder(folderOf(paths));
  writeAtomic(`${folderOf(paths)}/${token}`, JSON.stringify(key));
  return token;
}

/** Removes and returns a key; `undefined` if there is none, or if `fits` refuses it. Only one of two tabs can get a key. */
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

/** Removes all keys, as those of a server that has ended must not open another one. */
export function dropKeys(paths: Paths): void {
  try {
    Deno.removeSync(folderOf(paths), { recursive: true });
  } catch {
    // There were no keys.
  }
}
