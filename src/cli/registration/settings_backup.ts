import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { below, parentFolder } from "../../base/slashes.ts";
import { parseJson } from "../../base/json.ts";
import { ensurePrivateFolder, removeQuietly, writeAtomic } from "../../machine/files.ts";
import { cleanJson, cleanText } from "../../privacy/clean.ts";
import { isThere } from "../frame/is_there.ts";
import type { EmptyParts } from "./settings_edit.ts";
import type { SettingsFile } from "./settings_file.ts";

interface BackupRecord {
  readonly settings_file: string;
  /** Null where there was no file. */
  readonly before_sha256: string | null;
  /** Holds brackets and blanks only, so it is kept even for a file with a secret. */
  readonly empty: EmptyParts;
  readonly installed_sha256: string;
  /** The topmost folder above the file that install made; older records have none. */
  readonly made_folder?: string;
}

/** Keeps a copy of one settings file from before install, and a record of what install wrote. */
export class SettingsBackup {
  /** A plain copy, so that it can be put back by hand. */
  readonly path: string;
  readonly #record: string;
  readonly #file: SettingsFile;
  readonly #made: string | undefined;

  constructor(backups: string, file: SettingsFile) {
    this.path = below(backups, `settings/${sha256(file.target).slice(0, 16)}.json`);
    this.#record = this.path.replace(/\.json$/, ".record.json");
    this.#file = file;
    this.#made = firstMissing(dirname(file.target));
  }

  /** Keeps the text that the first install is about to replace, unless it holds a secret such as a key. */
  keep(): void {
    const { text } = this.#file;
    ensurePrivateFolder(parentFolder(this.path));
    if (text === undefined || holdsSecret(text)) removeQuietly(this.path);
    else writeAtomic(this.path, text, { durable: true });
  }

  /**
   * Records what install wrote. The first install also records what was there before. A later install updates
   * the record only if nobody else has changed the file in between.
   */
  record(installed: string, isFirst: boolean, empty: () => EmptyParts): void {
    const { target, text } = this.#file;
    const before_sha256 = text === undefined ? null : sha256(text);
    const made = this.#made === undefined ? {} : { made_folder: this.#made };
    const known = isFirst ? { settings_file: target, before_sha256, empty: empty(), ...made } : this.#read();
    if (known === undefined || (!isFirst && this.#read()?.installed_sha256 !== before_sha256)) return;
    const updated: BackupRecord = { ...known, installed_sha256: sha256(installed) };
    writeAtomic(this.#record, `${JSON.stringify(updated, undefined, 2)}\n`);
  }

  /**
   * Returns the text from before the first install, which is `undefined` where install made the file. Returns
   * `undefined` itself where the file is no longer byte for byte what install wrote, or no copy is kept.
   */
  before(): { readonly text: string | undefined } | undefined {
    const record = this.#read();
    const text = readIfThere(this.path);
    const isWhole = record?.before_sha256 === (text === undefined ? null : sha256(text));
    return isWhole && sha256(this.#file.text ?? "") === record?.installed_sha256 ? { text } : undefined;
  }

  /** Lists the parts that were empty before the first install. */
  empty(): EmptyParts {
    return this.#read()?.empty ?? {};
  }

  /** Lists the folders above the file that install made, innermost first. */
  madeFolders(): string[] {
    const made = this.#read()?.made_folder;
    const folders: string[] = [];
    if (made === undefined) return folders;
    for (let one = dirname(this.#file.target); one.startsWith(made); one = dirname(one)) folders.push(one);
    return folders;
  }

  /** Deletes the copy and the record: the copy may hold keys, and nobody needs it after uninstall. */
  drop(): void {
    removeQuietly(this.path);
    removeQuietly(this.#record);
  }

  /** Returns the record; without one, uninstall removes the entries one by one. */
  #read(): BackupRecord | undefined {
    const record = parseJson(readIfThere(this.#record) ?? "") as BackupRecord | undefined;
    return record?.settings_file === this.#file.target ? record : undefined;
  }
}

/** Tells whether redaction would change the text, or a value because of the name of its key. */
export function holdsSecret(text: string): boolean {
  const options = { redactSecrets: true } as const;
  const settings = parseJson(text.replace(/^\ufeff/, ""));
  return cleanText(text, options) !== text || cleanJson(settings, options) !== settings;
}

function firstMissing(folder: string): string | undefined {
  if (isThere(folder) || dirname(folder) === folder) return undefined;
  return firstMissing(dirname(folder)) ?? folder;
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
