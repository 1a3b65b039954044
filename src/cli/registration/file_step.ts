// Adds mneme's part to a client's file, removes it, and keeps the file as it was before.
import { hash } from "node:crypto";
import { rmdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { asObject, parseJson } from "../../base/json.ts";
import { orUndefined } from "../../base/or_undefined.ts";
import { below, parentFolder } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { ensurePrivateFolder, isFile, removeQuietly, textOf, writeAtomic } from "../../machine/files.ts";
import { cleanJson, cleanText } from "../../privacy/clean.ts";
import { requirePaths } from "../frame/home.ts";
import { type InstallStep, type StepMode, type StepReport, unifiedDiff } from "./install_step.ts";
import { checkWritable, readSettings, replaceSettings, type SettingsFile } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

/** Adds mneme's part to a text, and removes it. All other bytes stay. */
export interface FileEdit {
  readonly has: (text: string | undefined) => boolean;
  readonly put: (text: string | undefined) => string;
  /** Returns `undefined` if the whole file is to be deleted. */
  readonly take: (text: string) => string | undefined;
  /** Says in a sentence which part is not mneme's and stays, if any. */
  readonly foreign?: (text: string | undefined) => string | undefined;
}

interface FilePlace {
  readonly path: string;
  /** Names mneme's part in a report: "The hooks". */
  readonly what: string;
  readonly edit: FileEdit;
  readonly backups: string;
}

type NewPlace = Omit<FilePlace, "backups"> & { readonly backups?: string | undefined };

/** Uninstall restores the old file if nobody has changed it since install. */
export function fileStep({ backups = requirePaths().backups, ...part }: NewPlace): InstallStep {
  const place = { ...part, backups };
  return {
    install: (mode) => refusing(place.path, () => installInto(readSettings(place.path), place, mode)),
    uninstall: (mode) => refusing(place.path, () => uninstallFrom(readSettings(place.path), place, mode)),
  };
}

function installInto(file: SettingsFile, { edit, what, backups }: FilePlace, mode: StepMode): StepReport {
  const { path, text } = file;
  const backup = settingsBackup(backups, file);
  const isFirst = !edit.has(text);
  const after = edit.put(text);
  const changed = after !== text;
  if (changed) {
    requireSound(file, after, edit);
    checkWritable(file);
  }
  if (changed && mode === "apply") {
    if (isFirst) backup.keep();
    replaceSettings(file, after);
    backup.record(after, isFirst);
  }
  const done = !changed ? "as it should be" : isFirst ? "added" : "updated";
  const foreign = edit.foreign?.(text);
  const noCopy = changed && isFirst && holdsSecret(text ?? "");
  return report(file, after, [
    (changed || foreign === undefined) && `${what} in ${path}: ${done}`,
    noCopy && "No copy of the file as it was before is kept, as it seems to hold a secret",
    isFile(backup.path) && `The file as it was before is kept in ${backup.path}`,
    foreign,
  ]);
}

function uninstallFrom(file: SettingsFile, { edit, what, backups }: FilePlace, mode: StepMode): StepReport {
  const { text, path } = file;
  const backup = settingsBackup(backups, file);
  if (text === undefined || !edit.has(text)) {
    // A file without mneme's part needs no copy, unless the file is as the install of another step left it.
    if (mode === "apply" && text !== undefined && backup.before() === undefined) backup.drop();
    return report(file, text, [edit.foreign?.(text) ?? `Nothing to remove: nothing of mneme is in ${path}`]);
  }
  const before = backup.before();
  const after = before === undefined ? edit.take(text) : before.text;
  checkWritable(file);
  if (mode === "apply") {
    replaceSettings(file, after);
    backup.drop();
    let one = after === undefined ? dirname(file.target) : "";
    // `rmdir` refuses full folders and links.
    for (; MADE_BY_INSTALL.test(basename(one)); one = dirname(one)) orUndefined(() => rmdirSync(one));
  }
  const how = before === undefined ? "everything else stays" : "everything is as it was before install";
  return report(file, after, [
    after === undefined ? `${path} is removed, as install made it` : `${what} in ${path}: removed; ${how}`,
  ]);
}

function report(file: SettingsFile, after: string | undefined, lines: readonly unknown[]): StepReport {
  return {
    changed: after !== file.text,
    lines: lines.filter((line) => typeof line === "string"),
    diff: unifiedDiff(file.text ?? "", after ?? ""),
    data: { step: "file", file: file.path },
  };
}

/** Throws unless the new text has mneme's part, and is JSON if the old one is. */
function requireSound({ path, text = "" }: SettingsFile, after: string, edit: FileEdit): void {
  if (edit.has(after) && (!isJson(text) || isJson(after))) return;
  throw new UserError(`Cannot edit ${path}: the result would be invalid or lack mneme's part`, {
    hint: "report this with the file, without its private parts",
  });
}

const isJson = (text: string) => parseJson(text.replace(/^\ufeff/, "")) !== undefined;

/** Turns a `SettingsError` into a `UserError` with the place in the file. */
function refusing<T>(path: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const place = `${path}:${error.line}:${error.column}`;
    throw new UserError(`Cannot edit ${place}: ${error.message}`, { hint: error.advice, cause: error });
  }
}

/** The copy of one file from before install, and the record of what install wrote. */
function settingsBackup(backups: string, { target, text }: SettingsFile) {
  /** The copy is plain text, so that a person can put it back. */
  const path = below(backups, `settings/${hash("sha256", target).slice(0, 16)}.json`);
  const recordFile = path.replace(/\.json$/, ".record.json");
  const found = asObject(parseJson(textOf(recordFile) ?? ""));
  const record = found?.settings_file === target ? found : undefined; // without it, uninstall removes single entries
  const digest = digestOf(text);
  return {
    path,
    /** Keeps the text, unless it holds a secret such as a key. */
    keep() {
      ensurePrivateFolder(parentFolder(path));
      if (text === undefined || holdsSecret(text)) removeQuietly(path);
      else writeAtomic(path, text, { durable: true });
    },
    /** A later install records only if nobody else has changed the file since. */
    record(installed: string, isFirst: boolean) {
      if (!isFirst && record?.installed_sha256 !== digest) return;
      const known = isFirst ? { settings_file: target, before_sha256: digest } : record;
      const updated = { ...known, installed_sha256: digestOf(installed) };
      writeAtomic(recordFile, `${JSON.stringify(updated, undefined, 2)}\n`);
    },
    /** Returns the text from before install, unless the file was changed since or no copy is kept. */
    before() {
      const kept = textOf(path);
      const isWhole = record?.before_sha256 === digestOf(kept);
      return isWhole && record?.installed_sha256 === digest ? { text: kept } : undefined;
    },
    /** Removes copy and record: nobody needs them after uninstall, and the copy may hold an unrecognised secret. */
    drop() {
      removeQuietly(path);
      removeQuietly(recordFile);
    },
  };
}

/** Returns true if redaction would change the text, or a value of the JSON because of its name, such as `password`. */
function holdsSecret(text: string): boolean {
  const options = { redactSecrets: true } as const;
  const settings = parseJson(text.replace(/^\ufeff/, ""));
  return cleanText(text, options) !== text || cleanJson(settings, options) !== settings;
}

const MADE_BY_INSTALL = /^(?:skills|memory-management|hooks|plugins)$/;

function digestOf(text: string | undefined): string | null {
  return text === undefined ? null : hash("sha256", text);
}
