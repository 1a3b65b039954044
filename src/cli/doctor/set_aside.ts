import { basename } from "node:path";
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
  const what = unreadable.length === 0
    ? ""
    : unreadable.length === found.length
    ? "; nothing of it could be read"
    : `; nothing could be read of ${nameSome(unreadable, paths.root)}`;
  const text = `A damaged database was set aside: ${
    nameSome(found, paths.root)
  }${what}; it holds private text`;
  const instead = unreadable.length > 0 ? insteadOf(newestBackup(paths, entries)) : "";
  return [warn(check, text, { fix: instead + remove })];
}

/** What brings back something of what is lost; nothing where the last thing that somebody did was to restore a backup. */
function insteadOf(backup: string | undefined): string {
  if (backup !== undefined && basename(backup).startsWith("before-restore-")) return "";
  const command = backup === undefined ? "mneme replay" : `mneme restore ${shellWord(backup)}`;
  return `${command}, if you miss something; `;
}

function newestBackup(paths: Paths, entries: readonly HomeEntry[]): string | undefined {
  const folder = `${paths.backups}/`;
  const [newest] = entries.filter(({ path, isFolder }) =>
    !isFolder && path.startsWith(folder) && /^[^/]+\.db$/.test(path.slice(folder.length))
  ).sort((a, b) => b.changedAt - a.changedAt);
  return newest?.path;
}
