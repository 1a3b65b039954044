import { dailyBackups, momentOfBackup, noteGap, readGap } from "../machine/daily_backups.ts";
import type { LogFunction } from "../machine/log.ts";
import type { Paths } from "../machine/paths.ts";
import { removeDatabase, type Replacement } from "../machine/set_aside.ts";
import { bringUpToDate, isOurs, quickDamageOf } from "../store/snapshot.ts";
import { openReadOnly } from "../store/store.ts";
import { asStoreError } from "../store/store_error.ts";

/**
 * Returns a function that copies the newest sound daily backup, to replace a damaged database, and notes the
 * gap behind it, which `mneme process` fills from the transcripts. Only daily backups serve, as `forget` also
 * clears these; one that a person made is theirs to restore.
 */
export function replacementOf(paths: Paths, log: LogFunction): Replacement {
  return (aside) => {
    const until = new Date().toISOString();
    for (const backup of dailyBackups(paths)) {
      const complaint = complaintAbout(backup);
      if (complaint !== undefined) {
        log("error", `The backup ${backup} cannot be used: ${complaint}`);
        continue;
      }
      const copy = `${paths.database}.restoring`;
      removeDatabase(copy); // left by a process that was killed
      Deno.copyFileSync(backup, copy);
      bringUpToDate(copy);
      noteGap(paths, { since: momentOfBackup(backup) ?? until, until, hasBackup: true });
      log("info", `Restored the backup ${backup}`);
      return copy;
    }
    const began = birthOf(aside);
    if (began !== undefined) noteGap(paths, { since: began, until, hasBackup: false });
    return undefined;
  };
}

/** Words what replaced a damaged database; `when` says at which moment the transcripts fill the gap. */
export function describeReplacement(paths: Paths, when: string): string {
  const gap = readGap(paths);
  if (gap?.hasBackup !== true) {
    return `there was no backup, so a new database was begun; the transcripts are read again ${when}`;
  }
  const moment = gap.since.slice(0, 16).replace("T", " ");
  return `the backup of ${moment} UTC took its place, and later records are read from the transcripts ${when}`;
}

function complaintAbout(backup: string): string | undefined {
  try {
    using copy = openReadOnly(backup);
    return isOurs(copy) ? quickDamageOf(copy)[0] : "it is not a database of mneme";
  } catch (error) {
    return asStoreError(error).message;
  }
}

/** Returns the moment when the damaged file was made, ISO 8601: without a backup the gap begins there. */
function birthOf(file: string): string | undefined {
  try {
    return Deno.statSync(file).birthtime?.toISOString();
  } catch {
    return undefined;
  }
}
