import { RESERVED } from "../frame/attempt.ts";
import { CHOOSE_FOLDER, whyNoPaths } from "../frame/data_folder.ts";
import { type Finding, findingsOf } from "./finding.ts";
import type { Probe } from "./probe.ts";
import { below } from "../../base/slashes.ts";
import { isReserved, isThere, namesIn } from "../frame/is_there.ts";
import { commandLog } from "../frame/prepare_home.ts";
import { prepareHome } from "../../hook/prepare_home.ts";
import { entryAt, infoOf, modeOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";

/** A person can wait longer than a hook for a busy database. */
const LOCK_BUDGET_MS = 5000;

/** Returns the reason why there is no usable data folder; `undefined` where there is one. */
export function missingHome({ paths }: Probe): Finding | undefined {
  const { fail } = findingsOf("home");
  if (paths === undefined) return fail(`There is no data folder: ${whyNoPaths()}`, CHOOSE_FOLDER);
  const { root } = paths;
  if (isReserved(root)) return fail(`${root} cannot be the data folder: ${RESERVED}`, CHOOSE_FOLDER);
  if (infoOf(root)?.isDirectory) return undefined;
  if (isThere(root)) {
    return fail(`${root} is not a folder that can be read`, "move it away, or make it yours");
  }
  // `mneme install` would be wrong: with the plugin it would register the hooks twice.
  return fail(`There is no data folder ${root} yet`, "mneme doctor --fix", () => {
    bringInOrder(paths);
    return `Made ${root}`;
  });
}

/** Makes what is missing in the data folder, migrates, drains, checkpoints; returns the drained count. */
export function bringInOrder(paths: Paths): number {
  const options = { drainLimit: Infinity, log: commandLog(paths), lockBudgetMs: LOCK_BUDGET_MS };
  const { store, drained } = prepareHome(paths, options);
  store.checkpoint("truncate");
  store.close();
  return drained;
}

/** The data folder, or a file or folder below it. Links are left out: their targets are not mneme's. */
export interface HomeEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** `null` on systems without file modes. */
  readonly mode: number | null;
  readonly uid: number | null;
  readonly changedAt: number;
}

/** Limits the entries that are checked; a spool of this size is a finding of its own. */
const MAX_ENTRIES = 20_000;

/** Lists the data folder and everything below it, except what is unreadable or disappears meanwhile. */
export function homeEntries(root: string): HomeEntry[] {
  const found = asHomeEntry(root, infoOf(root));
  for (let i = 0; i < found.length && found.length < MAX_ENTRIES; i++) {
    const entry = found[i];
    if (entry?.isFolder !== true) continue;
    for (const path of namesIn(entry.path).map((name) => below(entry.path, name))) {
      found.push(...asHomeEntry(path, entryAt(path)));
    }
  }
  return found;
}

function asHomeEntry(path: string, info: Deno.FileInfo | undefined): HomeEntry[] {
  if (info === undefined || info.isSymlink) return [];
  const { isDirectory, uid, mtime } = info;
  return [{ path, isFolder: isDirectory, mode: modeOf(info), uid, changedAt: mtime?.getTime() ?? 0 }];
}

/** Returns the paths as "a, b, c and 4 more", relative to the root. */
export function nameSome(entries: readonly HomeEntry[], root: string): string {
  const names = entries.slice(0, 3).map(({ path }) => path === root ? path : path.slice(root.length + 1));
  const more = entries.length > names.length ? ` and ${entries.length - names.length} more` : "";
  return names.join(", ") + more;
}
