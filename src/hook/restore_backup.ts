import { dailyBackups, momentOfBackup, noteGap, readGap } from "../machine/daily_backups.ts";
import type { LogFunction } from "../machine/log.ts";
import type { Paths } from "../machine/paths.ts";
import { removeDatabase, type Replacement } from "../machine/set_aside.ts";
import { bringUpToDate, isOurs, quickDamageOf } from "../store/snapshot.ts";
import { openReadOnly } from "../store/store.ts";
import { asStoreError } from "../store/store_error.ts";

/**
 * Returns a function that copies the newest sound daily backup, to replace a damaged database, and notes the
 * time since that backup as a gap, which `mneme process` fills from the transcripts. Only daily backups are
 * used, as `forget` also clears these; only a person restores a backup that a person made.
 */
export function replacementOf(paths: Paths, log: LogFunction): Replacement {
  return (aside) => {
    const until = new Date().toISOString();
    for (const backup of dailyBackups(paths)) {
      const fault = faultOf(backup);
      if (fault !== undefined) {
        log("error", `The backup ${backup} cannot be used: ${fault}`);
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

/** Returns a sentence on what replaced a damaged database; `when` says when the transcripts are read. */
export function describeReplacement(paths: Paths, when: string): string {
  const gap = readGap(paths);
  if (gap?.hasBackup !== true) {
    return `there was no backup, so a new database was begun; the transcripts are read again ${when}`;
  }
  const moment = gap.since.slice(0, 16).replace("T", " ");
  return `the backup of ${moment} UTC took its place, and later records are read from the transcripts ${when}`;
}

function faultOf(backup: string): string | undefined {
  try {
    using copy = openReadOnly(backup);
    return isOurs(copy) ? quickDamageOf(copy)[0] : "it is not a database of mneme";
  } catch (error) {
    return asStoreError(error).message;
  }
}

/** Returns when the damaged file was made, ISO 8601. Without a backup, the gap begins at that time. */
function birthOf(file: string): string | undefined {
  try {
    return Deno.statSync(file).birthtime?.toISOString();
  } catch {
    return undefined;
  }
}
