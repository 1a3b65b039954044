// The commands `mneme backup` and `mneme restore`.
import { below } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { refreshGhapIndex } from "../../hook/ghap_entries.ts";
import { replacementOf } from "../../hook/prepare_home.ts";
import { snapshotName } from "../../machine/daily_backups.ts";
import { isFolder } from "../../machine/files.ts";
import { fileIdentity, removeDatabase, setAside } from "../../machine/set_aside.ts";
import { bringUpToDate, damageOf, isMnemes, replaceAllRows } from "../../store/snapshot.ts";
import { countAll } from "../../store/stats.ts";
import { readSpaces } from "../../sync/spaces.ts";
import { openReadOnly, SCHEMA_VERSION, schemaVersion } from "../../store/store.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { asUserError, plainReason } from "../frame/attempt.ts";
import { Command, type Output } from "../frame/command.ts";
import { commandLog, type Home, openHome, requirePaths, warnSetAside } from "../frame/home.ts";
import { isThere, requireFolderOf, resolvePath } from "../frame/typed_paths.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, plainText, shellWord, sizeText } from "../frame/plain_text.ts";
import { requireProcessLock } from "../frame/locks.ts";
import { addTimes, refuseDamaged, takeTimes, writeSnapshotFile } from "../copies/daily_backup.ts";
import { fillGap } from "../replay/run_replay.ts";
import { forgetAgain } from "./forget_again.ts";
import { giveBackSpace } from "./prune_command.ts";

export function backupCommand(): Command {
  return new Command("backup")
    .argument("[file]", "where to; default: a new file in the data folder's backups/")
    .orJson("mneme backup ~/mneme-before-the-move.db", backUp);
}

async function backUp(file: string | undefined, { json }: Output): Promise<void> {
  const chosen = file === undefined ? undefined : resolvePath(file);
  // Missing folders are made only in the data folder.
  if (chosen?.startsWith(below(requirePaths().root, "")) === false) requireFolderOf(chosen);
  const { store, paths } = openHome();
  using _closed = store;
  const path = chosen ?? below(paths.backups, snapshotName("mneme", new Date()));
  const check = refuseDamaged("integrity_check");
  await writeSnapshotFile(paths.database, path, check, (copy) => addTimes(copy, paths));
  const { size } = Deno.statSync(path);
  if (json) return printJson({ file: path, bytes: size });
  printLine(`Wrote ${plainText(path)} (${sizeText(size)})`);
  printLine(`Bring it back: mneme restore ${shellWord(path)}`);
}

export function restoreCommand(): Command {
  return new Command("restore")
    .argument("<file>", "as `mneme backup` wrote it")
    .orJson("mneme restore ~/mneme-before-the-move.db", restore);
}

async function restore(file: string, { json }: Output): Promise<void> {
  const path = resolvePath(file);
  const schema = requireBackup(path);
  const { replaced, counts, forgottenAgain: forgotten_again } = await restoreFile(path);
  if (json) return printJson({ file: path, schema, replaced, forgotten_again, ...counts });
  const what = [
    amount(counts.sessions, "session"),
    amount(counts.memories, "memory"),
    amount(counts.ghap, "prediction"),
  ];
  printLine(`Restored ${plainText(path)}: ${what.join(", ")}`);
  if (forgotten_again > 0) {
    printLine(`Forgot again what was forgotten since: ${amount(forgotten_again, "item")}`);
  }
  printLine(`The old contents: ${replaced}`);
  if (readSpaces(requirePaths()).spaces.length === 0) return;
  printLine(
    "The next `mneme sync` brings back what was changed since; `mneme sync undo` then lists these changes",
  );
}

/** Returns the schema version. Throws a `UserError` if the file is damaged, newer or no backup. */
function requireBackup(file: string): number {
  const refuse = (reason: string, hint: string) =>
    new UserError(`Cannot restore ${plainText(file)}: ${plainText(reason)}`, { hint });
  try {
    using copy = openReadOnly(file);
    const version = schemaVersion(copy);
    if (!isMnemes(copy)) throw refuse("it is not a backup of mneme", "give a file that `mneme backup` wrote");
    if (version > SCHEMA_VERSION) {
      throw refuse(`it has schema ${version}, this mneme has ${SCHEMA_VERSION}`, "install the newer mneme");
    }
    const [complaint] = damageOf(copy, "integrity_check");
    if (complaint !== undefined) throw refuse(`it is damaged (${complaint})`, "give another backup");
    return version;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = isFolder(file) ? "it is a folder" : isThere(file) ? plainReason(error) : "it is not there";
    throw refuse(reason, "give a file that `mneme backup` wrote");
  }
}

/**
 * Replaces all rows by those of a sound backup, after copying the old ones; hooks spool meanwhile. Throws a
 * `UserError`, and replaces no row, if that fails. A damaged database cannot be emptied, so a daily backup or
 * an empty one takes its place first.
 */
async function restoreFile(file: string) {
  const paths = requirePaths();
  using _lock = await requireProcessLock(paths, "restore");
  const home = openHome();
  const found = fileIdentity(paths.database);
  const restoreAnew = (error: unknown) => {
    if (error instanceof UserError || asStoreError(error).fault !== "corrupt") throw error;
    warnSetAside(paths, setAside(paths.database, found, replacementOf(paths, commandLog(paths))));
    return restoreInto(openHome(), file);
  };
  try {
    return await restoreInto(home, file).catch(restoreAnew);
  } catch (error) {
    throw restoreError(file, error);
  }
}

function restoreError(file: string, error: unknown): UserError {
  return asUserError(`restore ${plainText(file)}`, error, "nothing was restored; try again in a moment");
}

async function restoreInto(home: Home, file: string) {
  const { store, paths } = home;
  using _closed = store;
  fillGap(store, paths); // first: rows lost by an earlier damage would else be added to the restored ones
  const opened = fileIdentity(paths.database);
  // If a killed restore leaves this copy, `memory forget` finds it by its folder, and `mneme process` by its name.
  const staged = below(paths.backups, `restoring.${Deno.pid}.tmp`);
  try {
    try { // throws a `UserError`: a damaged backup must not count as a damaged database
      await writeSnapshotFile(file, staged);
      bringUpToDate(staged);
      takeTimes(staged, paths);
    } catch (error) {
      throw restoreError(file, error);
    }
    const { replaced, forgottenAgain } = await swap(staged, home, opened);
    try {
      refreshGhapIndex(store, paths);
      await giveBackSpace(store);
    } catch (error) {
      if (asStoreError(error).fault === "corrupt") throw error; // `restoreFile` replaces it and tries again
      const hint = `run \`mneme process\`; the old contents are in ${replaced}`;
      throw asUserError(`tidy up after ${plainText(file)} was restored`, error, hint);
    }
    return { replaced, counts: countAll(store), forgottenAgain };
  } finally {
    removeDatabase(staged);
  }
}

/** Copies the old rows and replaces them under one write lock, else rows written in between would be lost. */
async function swap(staged: string, { store, paths }: Home, opened: string | undefined) {
  const replaced = below(paths.backups, snapshotName("before-restore", new Date()));
  try {
    const forgottenAgain = await replaceAllRows(paths.database, staged, async () => {
      if (fileIdentity(paths.database) !== opened) {
        throw new StoreError("corrupt", "somebody has set it aside");
      }
      await writeSnapshotFile(paths.database, replaced);
      return forgetAgain(staged, store);
    });
    return { replaced, forgottenAgain };
  } catch (error) {
    removeDatabase(replaced); // the old contents are still there
    throw error;
  }
}
