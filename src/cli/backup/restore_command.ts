import { isFolder } from "../../machine/files.ts";
import { Command } from "../frame/command.ts";
import { below } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { refreshGhapIndex } from "../../hook/ghap_entries.ts";
import { replacementOf } from "../../hook/restore_backup.ts";
import { fileIdentity, removeDatabase, setAside } from "../../machine/set_aside.ts";
import { memoryKey } from "../../memory/memory_text.ts";
import { forgetMemory, keepTraces, sourceRows } from "../../store/forget.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { openReadOnly, openStore, SCHEMA_VERSION, schemaVersion, type Store } from "../../store/store.ts";
import { bringUpToDate, damageOf, isOurs, replaceAllRows } from "../../store/snapshot.ts";
import { countAll } from "../../store/stats.ts";
import { asStoreError, StoreError } from "../../store/store_error.ts";
import { asUserError, plainReason } from "../frame/attempt.ts";
import { isThere, resolvePath } from "../frame/is_there.ts";
import { amountOf } from "../frame/plain_text.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, plainText } from "../frame/plain_text.ts";
import { commandLog, type Home, openHome, warnSetAside } from "../frame/prepare_home.ts";
import { keepPrunedUntil } from "../keeping/apply_retention.ts";
import { lockProcessing } from "../frame/workload.ts";
import { fillGap } from "../replay/run_replay.ts";
import type { Output } from "../frame/this_project.ts";
import { snapshotName, writeSnapshotFile } from "../keeping/daily_backup.ts";
import { giveBackSpace } from "./prune_command.ts";

export function restoreCommand(): Command {
  return new Command("restore")
    .argument("<file>", "as `mneme backup` wrote it")
    .orJson("mneme restore ~/mneme-before-the-move.db", restore);
}

async function restore(file: string, { json }: Output): Promise<void> {
  const path = resolvePath(file);
  const schema = requireBackup(path);
  const { replaced, counts, forgottenAgain } = await restoreFile(path);
  if (json) return printJson({ file: path, schema, replaced, forgotten_again: forgottenAgain, ...counts });
  const what = [
    amount(counts.sessions, "session"),
    amountOf(counts.memories),
    amount(counts.ghap, "prediction"),
  ];
  printLine(`Restored ${plainText(path)}: ${what.join(", ")}`);
  if (forgottenAgain > 0) printLine(`Forgot again what was forgotten since: ${forgottenAgain}`);
  printLine(`What was there before: ${replaced}`);
}

/** The schema version of a sound backup of ours; a `UserError` for a file that is damaged, newer or not a backup. */
function requireBackup(file: string): number {
  const refuse = (reason: string, hint: string) =>
    new UserError(`Cannot restore ${plainText(file)}: ${plainText(reason)}`, { hint });
  try {
    using copy = openReadOnly(file);
    const version = schemaVersion(copy);
    if (!isOurs(copy)) throw refuse("it is not a backup of mneme", "give a file that `mneme backup` wrote");
    if (version > SCHEMA_VERSION) {
      throw refuse(`it has schema ${version}, this mneme has ${SCHEMA_VERSION}`, "install the newer mneme");
    }
    const [complaint] = damageOf(copy);
    if (complaint !== undefined) throw refuse(`it is damaged (${complaint})`, "give another backup");
    return version;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = isFolder(file) ? "it is a folder" : isThere(file) ? plainReason(error) : "it is not there";
    throw refuse(reason, "give a file that `mneme backup` wrote");
  }
}

/**
 * Puts a sound backup in place of the database, under running sessions: hooks that come meanwhile spool. What was there
 * is copied first. Throws a `UserError`, having changed nothing, where that cannot be done.
 */
async function restoreFile(file: string) {
  const home = openHome();
  const lock = lockProcessing(home.paths);
  if (lock === undefined) {
    home.store.close();
    throw new UserError("Cannot restore while another `mneme process` or restore is at work", {
      hint: "try again in a moment",
    });
  }
  using _held = lock;
  try {
    return await restoreOver(home, file);
  } catch (error) {
    throw whyNot(file, error);
  }
}

function whyNot(file: string, error: unknown): UserError {
  return asUserError(`restore ${plainText(file)}`, error, "nothing was restored; try again in a moment");
}

/** A damaged database cannot be emptied row by row: it is set aside, and the backup is put into a fresh one. */
async function restoreOver(home: Home, file: string) {
  const { paths } = home;
  const found = fileIdentity(paths.database);
  try {
    return await restoreInto(home, file);
  } catch (error) {
    if (error instanceof UserError || asStoreError(error).fault !== "corrupt") throw error;
    warnSetAside(paths, setAside(paths.database, found, replacementOf(paths, commandLog(paths))));
    return await restoreInto(openHome(), file);
  }
}

/**
 * The gap of a damaged database belongs to the database that is replaced: later, its rows would come back beside the
 * restored ones.
 */
async function restoreInto(home: Home, file: string) {
  const { store, paths } = home;
  using _closed = store;
  fillGap(store, paths);
  const opened = fileIdentity(paths.database);
  // One that a killed restore has left is among the backups, so that `memory forget` names it, and makes room for this.
  const staged = below(paths.backups, "restoring.db");
  removeDatabase(staged);
  try {
    try { // the backup is only read; what is wrong with it says nothing of the database
      await writeSnapshotFile(file, staged);
      bringUpToDate(staged);
    } catch (error) {
      throw whyNot(file, error);
    }
    const { replaced, forgottenAgain } = await swap(staged, home, opened);
    refreshGhapIndex(store, paths);
    keepPrunedUntil(paths, 0); // what came back has yet to be looked through
    await giveBackSpace(store);
    return { replaced, counts: countAll(store), forgottenAgain };
  } finally {
    removeDatabase(staged);
  }
}

/**
 * Nobody writes from the copy of what was there to the end: a row that came between would be in neither. `opened` is the
 * file that the store is open on. Tells where that copy is, and how many memories were forgotten again.
 */
async function swap(staged: string, { store, paths }: Home, opened: string | undefined) {
  const replaced = below(paths.backups, snapshotName("before-restore", new Date()));
  let forgottenAgain = 0;
  try {
    await replaceAllRows(paths.database, staged, async () => {
      if (fileIdentity(paths.database) !== opened) {
        throw new StoreError("corrupt", "somebody has set it aside");
      }
      await writeSnapshotFile(paths.database, replaced);
      forgottenAgain = forgetAgain(staged, forgottenIn(store));
    });
    return { replaced, forgottenAgain };
  } catch (error) {
    removeDatabase(replaced); // all of it is still there
    throw error;
  }
}

interface Forgotten {
  /** By what they said last. */
  readonly keys: ReadonlySet<string>;
  /** By what they are: one that was edited before said something else in an old copy. */
  readonly rows: ReadonlySet<string>;
}

function forgottenIn(store: Store): Forgotten {
  const rows = store.all<MemoryRow>("select * from memories where status = 'deleted'");
  return {
    keys: new Set(store.column<string>("select key from forgotten_memories")),
    rows: new Set(rows.map(rowKey)),
  };
}

/** The numbers of another database may stand for other memories, which were saved at another time. */
function rowKey({ id, created_at }: MemoryRow): string {
  return `${id} ${created_at}`;
}

/** Removed items come back neither with an old copy nor with the next one. */
function forgetAgain(staged: string, forgotten: Forgotten): number {
  if (forgotten.keys.size + forgotten.rows.size === 0) return 0;
  using store = openStore(staged);
  const at = new Date().toISOString();
  return store.transaction(() => {
    const note = "insert or ignore into forgotten_memories (key, memory_id, forgotten_at) values (?, 0, ?)";
    for (const key of forgotten.keys) store.run(note, key, at);
    const back = store.all<MemoryRow>("select * from memories where status <> 'deleted'")
      .filter((memory) =>
        forgotten.keys.has(memoryKey(memory.category, memory.body)) || forgotten.rows.has(rowKey(memory))
      );
    const traces = back.map((memory) => ({ rows: sourceRows(store, memory), files: [] }));
    for (const [i, memory] of back.entries()) {
      forgetMemory(store, memory, at);
      keepTraces(store, memory.id, traces[i]!); // the old copy has them where they were cleared since
    }
    return back.length;
  });
}
