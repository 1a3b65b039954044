import { HOOK_MARKER } from "../../core/hook_names.ts";
import { UserError } from "../../core/user_error.ts";
import { compareHooks, describeChanges } from "./hook_changes.ts";
import { checkExecutables, hookEntries } from "./hook_entries.ts";
import type { InstallStep, StepMode, StepReport } from "./install_step.ts";
import {
  backupPath,
  dropBackup,
  dropSecretCopy,
  findBackup,
  holdsSecret,
  keepBefore,
  recordInstalled,
  recordReinstalled,
} from "./settings_backup.ts";
import { listHooks, mergeHooks, removeHooks } from "./settings_edit.ts";
import { SettingsError } from "./settings_error.ts";
import { checkWritable, replaceSettings, type SettingsFile, withSettings } from "./settings_file.ts";
import { unifiedDiff } from "./text_diff.ts";

export interface HooksPlace {
  /** The settings file, absolute. */
  readonly settings: string;
  /** The folder of the executables, absolute. */
  readonly executables: string;
  /** Where backups are kept, in the data folder. */
  readonly backups: string;
}

/** The hooks in the client's settings. */
export function hooksStep(place: HooksPlace): InstallStep {
  return {
    install(mode) {
      checkExecutables(place.executables);
      return withSettings(place.settings, (file) => installInto(file, place, mode));
    },
    uninstall(mode) {
      return withSettings(place.settings, (file) => uninstallFrom(file, place, mode));
    },
  };
}

function installInto(file: SettingsFile, place: HooksPlace, mode: StepMode): StepReport | undefined {
  const after = refusing(file, () => mergeHooks(file.text, hookEntries(place.executables), HOOK_MARKER));
  const changed = after !== file.text;
  if (changed) checkWritable(file);
  if (mode === "apply") dropSecretCopy(place.backups, file);
  if (changed && mode === "apply" && !writeInstalled(file, after, place.backups)) return undefined;
  const backup = changed && mode === "preview" ? undefined : backupToShow(file, place.backups);
  const title = changed ? `Hooks in ${file.path}:` : `Hooks in ${file.path} are as they should be:`;
  const isUnkept = changed && mode === "apply" && backup === undefined && holdsSecret(file.text ?? "");
  const unkept = "No copy of the file as it was before is kept, as it seems to hold a secret";
  return report(file, after, title, { backup, notes: isUnkept ? [unkept] : [] });
}

/** False when the file was changed meanwhile. */
function writeInstalled(file: SettingsFile, after: string, backups: string): boolean {
  const first = listHooks(file.text, HOOK_MARKER).length === 0;
  if (first) keepBefore(backups, file);
  if (!replaceSettings(file, after)) return false;
  if (first) recordInstalled(backups, file, after);
  else recordReinstalled(backups, file, after);
  return true;
}

function uninstallFrom(file: SettingsFile, place: HooksPlace, mode: StepMode): StepReport | undefined {
  if (file.text === undefined) return report(file, undefined, `Nothing to remove: there is no ${file.path}`);
  const text = file.text;
  const backup = findBackup(place.backups, file);
  const after = backup?.untouched === true
    ? backup.before
    : refusing(file, () => removeHooks(text, HOOK_MARKER, backup?.before ?? backup?.empty));
  if (after === text) return report(file, after, `Nothing to remove: no hook of mneme is in ${file.path}`);
  checkWritable(file);
  if (mode === "apply") {
    if (!replaceSettings(file, after)) return undefined;
    dropBackup(place.backups, file);
  }
  const how = backup?.untouched === true ? "everything is as it was before install" : "everything else stays";
  const title = after === undefined
    ? `${file.path} is removed, as install made it:`
    : `Hooks in ${file.path}; ${how}:`;
  return report(file, after, title);
}

function backupToShow(file: SettingsFile, backups: string): string | undefined {
  const path = backupPath(backups, file.target);
  return findBackup(backups, file)?.before === undefined ? undefined : path;
}

function report(
  file: SettingsFile,
  after: string | undefined,
  title: string,
  { backup, notes = [] }: { readonly backup?: string | undefined; readonly notes?: readonly string[] } = {},
): StepReport {
  const changes = compareHooks(file.text, after);
  const saved = backup === undefined ? [] : [`The file as it was before is kept in ${backup}`];
  return {
    changed: after !== file.text,
    lines: [title, ...describeChanges(changes), ...saved, ...notes],
    diff: unifiedDiff(file.text ?? "", after ?? ""),
    data: { step: "hooks", file: file.path, ...changes, backup: backup ?? null },
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
