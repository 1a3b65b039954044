import { UserError } from "../../base/user_error.ts";
import { type InstallStep, type StepMode, type StepReport, unifiedDiff } from "./install_step.ts";
import { holdsSecret, SettingsBackup } from "./settings_backup.ts";
import type { EmptyParts } from "./settings_edit.ts";
import { checkWritable, replaceSettings, type SettingsFile, withSettings } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

/** What install puts into one file of a client, and how it comes out again. All of it keeps every other byte. */
export interface FileEdit {
  /** Whether any of it is there. */
  readonly has: (text: string | undefined) => boolean;
  readonly put: (text: string | undefined) => string;
  readonly take: (text: string, empty: EmptyParts) => string;
  /** What is there and empty, and is to be so again. */
  readonly empty: (text: string | undefined) => EmptyParts;
  /** What is somebody's and stays, in a sentence; `undefined` where nothing is. */
  readonly foreign?: (text: string | undefined) => string | undefined;
}

interface FilePlace {
  readonly path: string;
  /** What it holds of mneme, as a report says it: "The hooks and the MCP server". */
  readonly what: string;
  readonly edit: FileEdit;
  /** The folder of backups, in the data folder. */
  readonly backups: string;
}

/** The part of mneme in one file of a client. The file is put back as it was where nobody has changed it since. */
export function fileStep(place: FilePlace): InstallStep {
  return {
    install: (mode) => withSettings(place.path, (file) => installInto(file, place, mode)),
    uninstall: (mode) => withSettings(place.path, (file) => uninstallFrom(file, place, mode)),
  };
}

function installInto(file: SettingsFile, place: FilePlace, mode: StepMode): StepReport | undefined {
  const { edit, what } = place;
  const backup = new SettingsBackup(place.backups, file);
  const isFirst = !refusing(file, () => edit.has(file.text));
  const after = refusing(file, () => edit.put(file.text));
  const changed = after !== file.text;
  if (changed) checkWritable(file);
  if (changed && mode === "apply") {
    if (isFirst) backup.keep();
    if (!replaceSettings(file, after)) return undefined;
    backup.record(after, isFirst, () => edit.empty(file.text));
  }
  const done = isFirst ? "added" : "updated";
  const title = changed ? `${what} in ${file.path}: ${done}` : `${what} in ${file.path}: as it should be`;
  const foreign = edit.foreign?.(file.text);
  const unkept = changed && isFirst && holdsSecret(file.text ?? "")
    ? ["No copy of the file as it was before is kept, as it seems to hold a secret"]
    : [];
  return report(file, after, [title, ...unkept, ...(foreign === undefined ? [] : [foreign])]);
}

function uninstallFrom(file: SettingsFile, place: FilePlace, mode: StepMode): StepReport | undefined {
  const { edit, what } = place;
  const { text, path } = file;
  if (text === undefined || !refusing(file, () => edit.has(text))) {
    return report(file, text, [`Nothing to remove: nothing of mneme is in ${path}`]);
  }
  const backup = new SettingsBackup(place.backups, file);
  const before = backup.before();
  const isUntouched = before?.isUntouched === true;
  const after = isUntouched ? before.text : refusing(file, () => edit.take(text, before?.empty ?? {}));
  checkWritable(file);
  if (mode === "apply") {
    if (!replaceSettings(file, after)) return undefined;
    backup.drop();
  }
  const how = isUntouched ? "everything is as it was before install" : "everything else stays";
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

function refusing<T>(file: SettingsFile, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const place = `${file.path}:${error.line}:${error.column}`;
    throw new UserError(`Cannot edit ${place}: ${error.message}`, { hint: error.advice, cause: error });
  }
}
