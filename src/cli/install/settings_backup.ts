import { createHash } from "node:crypto";
import { HOOK_REGISTRATIONS } from "../../core/hook_names.ts";
import { cleanJson, cleanText } from "../../core/privacy/clean.ts";
import { ensurePrivateFolder, writeAtomic } from "../../host/atomic_file.ts";
import { emptyParts } from "./settings_edit.ts";
import { removeIfThere, type SettingsFile } from "./settings_file.ts";

/** What a settings file was before `install` first changed it. */
export interface Backup {
  /** `undefined`: install made the file, or no copy is kept. */
  readonly before: string | undefined;
  /** What of it was there and empty: see `emptyParts`. */
  readonly empty: string | undefined;
  /** Whether the file is still byte for byte what install wrote, so that `before` may be put back whole. */
  readonly untouched: boolean;
}

interface BackupRecord {
  readonly settings_file: string;
  /** Null: there was no file. */
  readonly before_sha256: string | null;
  /** Holds no text of anybody, so that it is kept of a file with a secret, too; an older mneme left it out. */
  readonly empty?: string;
  readonly installed_sha256: string;
}

/** Where the bytes from before install are kept; a plain copy, so that it can be put back by hand. */
export function backupPath(backups: string, target: string): string {
  return `${backups}/settings/${sha256(target).slice(0, 16)}.json`;
}

/**
 * Keeps the bytes that install is about to replace, unless they hold a secret, such as a key under `env`. Not to be
 * called for a file that already has our hooks.
 */
export function keepBefore(backups: string, file: SettingsFile): void {
  ensurePrivateFolder(`${backups}/settings`);
  const path = backupPath(backups, file.target);
  if (file.text === undefined || holdsSecret(file.text)) removeIfThere(path);
  else writeAtomic(path, file.text, { durable: true });
}

/** Whether anything would be taken out of it before it is stored, as text or by the names that values stand under. */
export function holdsSecret(text: string): boolean {
  const options = { redactSecrets: true, isLongRunning: true } as const;
  if (cleanText(text, options) !== text) return true;
  try {
    const settings: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return cleanJson(settings, options) !== settings;
  } catch {
    return false; // blank, as nothing else that is no JSON is ever edited
  }
}

/** Removes a copy with a secret that an older mneme has kept. */
export function dropSecretCopy(backups: string, file: SettingsFile): void {
  const path = backupPath(backups, file.target);
  const before = readIfThere(path);
  if (before !== undefined && holdsSecret(before)) removeIfThere(path);
}

/** Remembers what install wrote in place of `before`, after it did. */
export function recordInstalled(backups: string, file: SettingsFile, installed: string): void {
  const empty = emptyParts(file.text, HOOK_REGISTRATIONS.map(({ event }) => event));
  const record: BackupRecord = {
    settings_file: file.target,
    before_sha256: file.text === undefined ? null : sha256(file.text),
    ...(empty === undefined ? {} : { empty }),
    installed_sha256: sha256(installed),
  };
  writeAtomic(recordPath(backups, file.target), `${JSON.stringify(record, undefined, 2)}\n`);
}

/** After a second install over an untouched first one: the backup now belongs to what the second wrote. */
export function recordReinstalled(backups: string, file: SettingsFile, installed: string): void {
  const record = readRecord(backups, file.target);
  if (record === undefined || file.text === undefined || record.installed_sha256 !== sha256(file.text)) {
    return;
  }
  const updated: BackupRecord = { ...record, installed_sha256: sha256(installed) };
  writeAtomic(recordPath(backups, file.target), `${JSON.stringify(updated, undefined, 2)}\n`);
}

/**
 * The backup of the file; `undefined` when there is none. Only what was empty is known where the file held a secret, or
 * where the two files of the backup do not belong together.
 */
export function findBackup(backups: string, file: SettingsFile): Backup | undefined {
  const record = readRecord(backups, file.target);
  if (record === undefined) return undefined;
  const before = readIfThere(backupPath(backups, file.target));
  const { empty } = record;
  const isWhole = (before === undefined ? null : sha256(before)) === record.before_sha256;
  if (!isWhole) return { before: undefined, empty, untouched: false };
  return {
    before,
    empty,
    untouched: file.text !== undefined && sha256(file.text) === record.installed_sha256,
  };
}

/** Removes the backup: settings may hold keys, and after uninstall nobody needs the copy. */
export function dropBackup(backups: string, file: SettingsFile): void {
  removeIfThere(backupPath(backups, file.target));
  removeIfThere(recordPath(backups, file.target));
}

function recordPath(backups: string, target: string): string {
  return backupPath(backups, target).replace(/\.json$/, ".record.json");
}

function readRecord(backups: string, target: string): BackupRecord | undefined {
  try {
    const record = JSON.parse(readIfThere(recordPath(backups, target)) ?? "null");
    return record?.settings_file === target ? record : undefined;
  } catch {
    return undefined; // without a record uninstall removes the entries one by one
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
  } catch {
    return undefined; // an unreadable backup is none
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
