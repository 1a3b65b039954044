import { Command } from "../frame/command.ts";
import { below } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { damageOf } from "../../store/snapshot.ts";
import { type Store } from "../../store/store.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { requireFolderOf, resolvePath } from "../frame/is_there.ts";
import { printJson, printLine } from "../frame/output.ts";
import { plainText, shellWord, sizeText } from "../frame/plain_text.ts";
import { openHome } from "../frame/prepare_home.ts";
import type { Output } from "../frame/this_project.ts";
import { snapshotName, writeSnapshotFile } from "../keeping/daily_backup.ts";

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
  await writeSnapshotFile(paths.database, path, requireSound);
  const { size } = Deno.statSync(path);
  if (json) return printJson({ file: path, bytes: size });
  printLine(`Wrote ${plainText(path)} (${sizeText(size)})`);
  printLine(`Bring it back: mneme restore ${shellWord(path)}`);
}

/** Throws a `UserError` if the copy is damaged: it would count as the newest backup. */
function requireSound(copy: Store): void {
  const [complaint] = damageOf(copy);
  if (complaint === undefined) return;
  throw new UserError(`Cannot back up: what was copied is damaged (${complaint}), so it is not kept`, {
    hint: "`mneme doctor` tells what to do",
  });
}
