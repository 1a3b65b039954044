import { UserError } from "../../base/user_error.ts";
import { parseJson } from "../../base/json.ts";
import { isFile } from "../../machine/files.ts";
import { isThere, namesIn } from "../frame/is_there.ts";
import { type InstallStep, type StepMode, type StepReport, unifiedDiff } from "./install_step.ts";
import { holdsSecret, SettingsBackup } from "./settings_backup.ts";
import type { EmptyParts } from "./settings_edit.ts";
import { checkWritable, readSettings, replaceSettings, type SettingsFile } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

/** Adds mneme's part to the text of a client's file, and removes that part. All other bytes stay. */
export interface FileEdit {
  /** Tells whether the text holds any part of mneme. */
  readonly has: (text: string | undefined) => boolean;
  readonly put: (text: string | undefined) => string;
  /** Removes mneme's part; returns `undefined` where the whole file is to be deleted. */
  readonly take: (text: string, empty: EmptyParts) => string | undefined;
  /** Lists the empty objects and lists of the text, which an uninstall must restore. */
  readonly empty: (text: string | undefined) => EmptyParts;
  /** Describes a part that is not mneme's and stays, in one sentence; `undefined` where there is none. */
  readonly foreign?: (text: string | undefined) => string | undefined;
}

interface FilePlace {
  readonly path: string;
  /** Names mneme's part of the file in a report: "The hooks and the MCP server". */
  readonly what: string;
  readonly edit: FileEdit;
  /** The folder of backups, in the data folder. */
  readonly backups: string;
}

/** Makes the step for one file. Uninstall restores the old file if nobody changed it since install. */
export function fileStep(place: FilePlace): InstallStep {
  return {
    install: (mode) => installInto(readSettings(place.path), place, mode),
    uninstall: (mode) => uninstallFrom(readSettings(place.path), place, mode),
  };
}

function installInto(file: SettingsFile, { edit, what, backups }: FilePlace, mode: StepMode): StepReport {
  const { path, text } = file;
  const backup = new SettingsBackup(backups, file);
  const isFirst = !refusing(file, () => edit.has(text));
  const after = refusing(file, () => edit.put(text));
  const changed = after !== text;
  if (changed) checkWritable(file);
  if (changed && mode === "apply") {
    if (isFirst) backup.keep();
    replaceSettings(file, after);
    requireReadable(file, after, edit);
    backup.record(after, isFirst, () => edit.empty(text));
  }
  const done = !changed ? "as it should be" : isFirst ? "added" : "updated";
  const foreign = edit.foreign?.(text);
  return report(file, after, [
    ...(changed || foreign === undefined ? [`${what} in ${path}: ${done}`] : []),
    ...(changed && isFirst && holdsSecret(text ?? "")
      ? ["No copy of the file as it was before is kept, as it seems to hold a secret"]
      : []),
    ...(isFile(backup.path) ? [`The file as it was before is kept in ${backup.path}`] : []),
    ...(foreign === undefined ? [] : [foreign]),
  ]);
}

function uninstallFrom(file: SettingsFile, { edit, what, backups }: FilePlace, mode: StepMode): StepReport {
  const { text, path } = file;
  if (text === undefined || !refusing(file, () => edit.has(text))) {
    return report(file, text, [edit.foreign?.(text) ?? `Nothing to remove: nothing of mneme is in ${path}`]);
  }
  const backup = new SettingsBackup(backups, file);
  const before = backup.before();
  const after = before === undefined ? refusing(file, () => edit.take(text, backup.empty())) : before.text;
  checkWritable(file);
  if (mode === "apply") {
    const made = after === undefined ? backup.madeFolders() : [];
    replaceSettings(file, after);
    backup.drop();
    for (const folder of made) {
      if (isThere(folder) && namesIn(folder).length === 0) Deno.removeSync(folder);
    }
  }
  const how = before === undefined ? "everything else stays" : "everything is as it was before install";
  return report(file, after, [
    after === undefined ? `${path} is removed, as install made it` : `${what} in ${path}: removed; ${how}`,
  ]);
}

function report(file: SettingsFile, after: string | undefined, lines: readonly string[]): StepReport {
  return {
    changed: after !== file.text,
    lines,
    diff: unifiedDiff(file.text ?? "", after ?? ""),
    data: { step: "file", file: file.path },
  };
}

/** Reads the file again; where it is not what was written, restores the old text and throws. */
function requireReadable(file: SettingsFile, written: string, edit: FileEdit): void {
  const { path, text } = file;
  try {
    const there = readSettings(path).text;
    if (there === written && edit.has(there) && (!isJson(text ?? "") || isJson(there))) return;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
  }
  replaceSettings({ ...file, text: written }, text);
  throw new UserError(
    `Cannot edit ${path}: the new text could not be read back, so the old one was restored`,
    {
      hint: "report it with the lines around that place, without private parts",
    },
  );
}

function isJson(text: string): boolean {
  return parseJson(text.replace(/^\ufeff/, "")) !== undefined;
}

function refusing<T>(file: SettingsFile, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const place = `${file.path}:${error.line}:${error.column}`;
    throw new UserError(`Cannot edit ${place}: ${error.message}`, { hint: error.advice, cause: error });
  }
}
