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
 * Opens the home for somebody who forgets something. Throws a `UserError` while the transcripts have yet to be read for
 * what a damaged database has lost: what is forgotten now would come back with that.
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
 * Takes what was overwritten out of the write-ahead log and of the daily backups, too. Tells where a reader holds on to
 * the log: its pages go with the next checkpoint that nobody is in the way of.
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
 * Removes everything that was captured of these sessions; their own rows stay. In portions, as hooks go on. Adds what
 * went to `removed`, in rows by table.
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
