import { UserError } from "../../base/user_error.ts";
import { readGap } from "../../machine/daily_backups.ts";
import type { Paths } from "../../machine/paths.ts";
import { DETAIL_TABLES, type Doomed, removeDetails } from "../../store/removal.ts";
import type { Store } from "../../store/store.ts";
import { warnLine } from "../frame/output.ts";
import { type Home, openHome } from "../frame/prepare_home.ts";
import { rest } from "../frame/workload.ts";
import { renewDaily } from "./daily_backup.ts";

/**
 * Opens the database for a command that forgets something. Throws a `UserError` if `mneme process` has yet to read
 * lost rows from transcripts: these could restore what is forgotten now.
 */
export function openToForget(): Home {
  const home = openHome();
  if (readGap(home.paths) === undefined) return home;
  home.store.close();
  throw new UserError(
    "Cannot forget yet: what a damaged database has lost is first read from the transcripts",
    { hint: "run `mneme process`, then try again" },
  );
}

/**
 * Removes overwritten text from the write-ahead log and the daily backups. Calls `tell` if another process is
 * reading the log: the text is then removed by a later checkpoint.
 */
export async function leaveNoTrace(
  store: Store,
  paths: Paths,
  tell: (problem: string) => void = warnLine,
): Promise<void> {
  const isLogEmpty = store.first<{ busy: number }>("pragma wal_checkpoint(truncate)")?.busy === 0;
  await renewDaily(paths);
  if (isLogEmpty) return;
  tell("Another program holds the write-ahead log, where the text may stand until `mneme process` has run");
}

/**
 * Removes everything that was captured of these sessions, except the rows of the sessions themselves, in portions,
 * between which hooks can write. Adds the numbers of removed rows to `removed`, by table.
 */
export async function removeSessionDetails(
  store: Store,
  doomed: Doomed,
  removed: Map<string, number> = new Map(),
): Promise<void> {
  for (const table of DETAIL_TABLES) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const progress = removeDetails(store, table, { ...doomed, after });
      removed.set(table, (removed.get(table) ?? 0) + progress.removed);
      after = progress.at;
      if (progress.removed > 0) await rest();
    }
  }
}
