import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { UserError } from "../../base/user_error.ts";
import { infoOf, isExecutable } from "../../machine/files.ts";
import { type InstallStep, type StepMode, type StepReport, unifiedDiff } from "./install_step.ts";
import { hookEntries } from "./hook_entries.ts";
import { executablePath, mnemeIn } from "./own_folder.ts";
import { holdsSecret, SettingsBackup } from "./settings_backup.ts";
import { listHooks, mergeHooks, removeHooks } from "./settings_edit.ts";
import { checkWritable, replaceSettings, type SettingsFile, withSettings } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

interface HooksPlace {
  /** The settings file, absolute. */
  readonly settings: string;
  /** The folder of the executables, absolute. */
  readonly executables: string;
  /** The folder of backups, in the data folder. */
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

/** Throws unless every executable lies in the folder and may be started: the client shows each hook that cannot be. */
function checkExecutables(folder: string): void {
  for (const { executable } of HOOK_REGISTRATIONS) {
    const path = executablePath(folder, executable);
    const info = infoOf(path) ?? infoOf(mnemeIn(folder)); // which gets the names that are missing
    if (info?.isFile !== true) {
      throw new UserError(`Cannot install the hooks: ${path} is missing`, {
        hint: "keep all executables of a release in one folder, or name that folder with --bin",
      });
    }
    if (!isExecutable(info)) {
      throw new UserError(`Cannot install the hooks: ${path} is not executable`, {
        hint: `run \`chmod +x '${path}'\``,
      });
    }
  }
}

function installInto(file: SettingsFile, place: HooksPlace, mode: StepMode): StepReport | undefined {
  const backup = new SettingsBackup(place.backups, file);
  const isFirst = refusing(file, () => listHooks(file.text, HOOK_MARKER)).length === 0;
  const after = refusing(file, () => mergeHooks(file.text, hookEntries(place.executables), HOOK_MARKER));
  const changed = after !== file.text;
  if (changed) checkWritable(file);
  if (changed && mode === "apply") {
    if (isFirst) backup.keep();
    if (!replaceSettings(file, after)) return undefined;
    backup.record(after, isFirst);
  }
  const title = changed ? `Hooks in ${file.path}:` : `Hooks in ${file.path} are as they should be:`;
  const isDone = !changed || mode === "apply";
  if (isDone && backup.before()?.text !== undefined) {
    const kept = `The file as it was before is kept in ${backup.path}`;
    return report(file, after, { title, note: kept, backup: backup.path });
  }
  const unkept = "No copy of the file as it was before is kept, as it seems to hold a secret";
  const isUnkept = changed && isDone && holdsSecret(file.text ?? "");
  return report(file, after, { title, ...(isUnkept && { note: unkept }) });
}

function uninstallFrom(file: SettingsFile, place: HooksPlace, mode: StepMode): StepReport | undefined {
  const { text, path } = file;
  if (text === undefined) return report(file, text, { title: `Nothing to remove: there is no ${path}` });
  const backup = new SettingsBackup(place.backups, file);
  const before = backup.before();
  const isUntouched = before?.isUntouched === true;
  const after = isUntouched
    ? before.text
    : refusing(file, () => removeHooks(text, HOOK_MARKER, before?.empty));
  if (after === text) {
    return report(file, after, { title: `Nothing to remove: no hook of mneme is in ${path}` });
  }
  checkWritable(file);
  if (mode === "apply") {
    if (!replaceSettings(file, after)) return undefined;
    backup.drop();
  }
  const how = isUntouched ? "everything is as it was before install" : "everything else stays";
  const title = after === undefined ? `${path} is removed, as install made it:` : `Hooks in ${path}; ${how}:`;
  return report(file, after, { title });
}

interface Said {
  readonly title: string;
  readonly note?: string;
  readonly backup?: string;
}

function report(file: SettingsFile, after: string | undefined, { title, note, backup }: Said): StepReport {
  const changes = compareHooks(file.text, after);
  const kinds = Object.entries(changes).filter(([, events]) => events.length > 0)
    .map(([kind, events]) => `  ${kind}: ${events.join(", ")}`);
  return {
    changed: after !== file.text,
    lines: [title, ...kinds, ...(note === undefined ? [] : [note])],
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

/** Tells per event what became of our hooks from one settings text to the other; `undefined` is a missing file. */
function compareHooks(before: string | undefined, after: string | undefined) {
  const byEvent = (text: string | undefined) =>
    new Map(
      [...Map.groupBy(listHooks(text, HOOK_MARKER), ({ event }) => event)]
        .map(([event, hooks]) => [event, JSON.stringify(hooks)]),
    );
  const [old, now] = [byEvent(before), byEvent(after)];
  const stayed = [...now.keys()].filter((event) => old.has(event));
  return {
    added: [...now.keys()].filter((event) => !old.has(event)),
    updated: stayed.filter((event) => old.get(event) !== now.get(event)),
    removed: [...old.keys()].filter((event) => !now.has(event)),
    unchanged: stayed.filter((event) => old.get(event) === now.get(event)),
  };
}
