import { Command } from "commander";
import { dirname, resolve } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { damageOf } from "../../store/snapshot.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { removeDatabase, snapshotName, writeSnapshotFile } from "../keeping/snapshot_file.ts";
import { requirePaths } from "../data_folder.ts";
import { isThere } from "../is_there.ts";
import { printJson, printLine } from "../output.ts";
import { plainText, shellWord } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { sizeText } from "../table.ts";

/** `mneme backup`: a copy of all that is remembered, made while sessions go on. */
export function backupCommand(): Command {
  return new Command("backup")
    .description("Copy everything that is remembered into one file, while sessions go on")
    .argument("[file]", "where to; default: a new file in the data folder's backups/")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme backup ~/mneme-before-the-move.db")
    .action(backUp);
}

async function backUp(file: string | undefined, options: { readonly json?: true }): Promise<void> {
  const chosen = file === undefined ? undefined : resolve(file);
  if (chosen !== undefined) requireFolderOf(chosen, requirePaths().root);
  const { store, paths } = openHome();
  using _closed = store;
  const path = chosen ?? `${paths.backups}/${snapshotName("mneme", new Date())}`;
  await writeSnapshotFile(paths.database, path);
  requireSound(path);
  const { size } = Deno.statSync(path);
  if (options.json) return printJson({ file: path, bytes: size });
  printLine(`Wrote ${plainText(path)} (${sizeText(size)})`);
  printLine(`Bring it back: mneme restore ${shellWord(path)}`);
}

/** Outside of the data folder none is made: of a misspelt one, the backup would lie where nobody looks for it. */
function requireFolderOf(path: string, root: string): void {
  const folder = dirname(path);
  if (path.startsWith(`${root}/`) || isThere(folder)) return;
  throw new UserError(`Cannot write ${plainText(path)}: there is no folder ${plainText(folder)}`, {
    hint: "make it first, or give another place",
  });
}

/** A copy that nobody looked at is not a backup, and one that is damaged would pass for the newest. */
function requireSound(path: string): void {
  const complaint = complaintAbout(path);
  if (complaint === undefined) return;
  removeDatabase(path);
  throw new UserError(`Cannot back up: what was copied is damaged (${complaint}), so it is not kept`, {
    hint: "`mneme doctor` tells what to do",
  });
}

function complaintAbout(path: string): string | undefined {
  using copy = openReadOnly(path);
  return damageOf(copy)[0];
}
