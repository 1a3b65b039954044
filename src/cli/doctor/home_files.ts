import { modeOf } from "../../host/mode.ts";
import { namesIn } from "../is_there.ts";

/** A file or folder below the data folder, or that folder itself. Links are left out: what they lead to is not ours. */
export interface HomeEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** `null` where files have none. */
  readonly mode: number | null;
  readonly uid: number | null;
  readonly changedAt: number;
}

/** More are not looked at; a spool of this size is a finding of its own. */
const MAX_ENTRIES = 20_000;

/** Everything in the data folder, the folder first. What cannot be looked at, or goes away meanwhile, is left out. */
export function homeEntries(root: string): HomeEntry[] {
  const found: HomeEntry[] = entryAt(root, Deno.statSync);
  for (let i = 0; i < found.length && found.length < MAX_ENTRIES; i++) {
    const entry = found[i];
    if (entry?.isFolder !== true) continue;
    for (const name of namesIn(entry.path)) found.push(...entryAt(`${entry.path}/${name}`, Deno.lstatSync));
  }
  return found;
}

function entryAt(path: string, look: (path: string) => Deno.FileInfo): HomeEntry[] {
  try {
    const info = look(path);
    const { isSymlink, isDirectory, uid, mtime } = info;
    if (isSymlink) return [];
    return [{ path, isFolder: isDirectory, mode: modeOf(info), uid, changedAt: mtime?.getTime() ?? 0 }];
  } catch {
    return [];
  }
}

/** "a, b, c and 4 more", below the root. */
export function nameSome(entries: readonly HomeEntry[], root: string): string {
  const names = entries.slice(0, 3).map(({ path }) => path === root ? path : path.slice(root.length + 1));
  const more = entries.length > names.length ? ` and ${entries.length - names.length} more` : "";
  return names.join(", ") + more;
}
