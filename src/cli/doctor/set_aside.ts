import type { Paths } from "../../host/paths.ts";
import { shellWord } from "../plain_text.ts";
import { salvagedOf, waitingFiles } from "../process/set_aside_files.ts";
import { type Finding, warn } from "./finding.ts";
import { bringBack } from "./home.ts";
import { type HomeEntry, nameSome } from "./home_files.ts";

/** Databases that were set aside as damaged. Nobody is told to remove what may still hold something that is nowhere else. */
export function checkSetAside(check: string, paths: Paths, entries: readonly HomeEntry[]): Finding[] {
  const prefix = `${paths.database}.corrupt-`;
  const found = entries.filter(({ path }) =>
    path.startsWith(prefix) && !/\/|-wal$|-shm$|\.salvaged$|\.tmp$/.test(path.slice(prefix.length))
  );
  if (found.length === 0) return [];
  const waiting = waitingFiles(paths);
  const toBringBack = found.filter(({ path }) => waiting.includes(path));
  if (toBringBack.length > 0) {
    const text = `A damaged database was set aside: ${
      nameSome(toBringBack, paths.root)
    }; what can be read waits`;
    return [warn(check, text, { fix: "mneme process", repair: () => bringBack(paths) })];
  }
  const remove = `rm -r '${prefix}'*, when you no longer need it`;
  const unreadable = found.filter(({ path }) => salvagedOf(path)?.read === 0);
  const what = unreadable.length > 0 ? "; nothing could be read of " + nameSome(unreadable, paths.root) : "";
  const backup = unreadable.length > 0 ? newestBackup(paths, entries) : undefined;
  const restore = backup === undefined ? "" : `mneme restore ${shellWord(backup)}, if you miss something; `;
  const text = `A damaged database was set aside: ${
    nameSome(found, paths.root)
  }${what}; it holds private text`;
  return [warn(check, text, { fix: restore + remove })];
}

/** `undefined` where there is none, or the last thing that somebody did was to restore one. */
function newestBackup(paths: Paths, entries: readonly HomeEntry[]): string | undefined {
  const folder = `${paths.backups}/`;
  const [newest] = entries.filter(({ path, isFolder }) =>
    !isFolder && path.startsWith(folder) && /^[^/]+\.db$/.test(path.slice(folder.length))
  ).sort((a, b) => b.changedAt - a.changedAt);
  return newest?.path.startsWith(`${folder}before-restore-`) ? undefined : newest?.path;
}
