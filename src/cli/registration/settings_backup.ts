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
  /** Null: there was no file. */
  readonly before_sha256: string | null;
  /** Holds no text of anybody, so that it is kept of a file with a secret, too. */
  readonly empty: EmptyParts;
  readonly installed_sha256: string;
  /** The first of the folders above the file that install has made; older records have none. */
  readonly made_folder?: string;
}

/** Keeps of one settings file its bytes from before install, and a record of what install wrote. */
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

  /** Keeps the bytes that the first install is about to replace, unless they hold a secret, such as a key under `env`. */
  keep(): void {
    const { text } = this.#file;
    ensurePrivateFolder(parentFolder(this.path));
    if (text === undefined || holdsSecret(text)) removeQuietly(this.path);
    else writeAtomic(this.path, text, { durable: true });
  }

  /**
   * Remembers what install wrote, after it did: the first one with what was there before, a later one only where nobody
   * else has written between the two.
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
   * The text before the first install, itself `undefined` where install made the file. Nothing where the file is no longer
   * byte for byte what install wrote, or where no copy is kept.
   */
  before(): { readonly text: string | undefined } | undefined {
    const record = this.#read();
    const text = readIfThere(this.path);
    const isWhole = record?.before_sha256 === (text === undefined ? null : sha256(text));
    return isWhole && sha256(this.#file.text ?? "") === record?.installed_sha256 ? { text } : undefined;
  }

  /** Lists the parts that were there and empty before the first install. */
  empty(): EmptyParts {
    return this.#read()?.empty ?? {};
  }

  /** The folders above the file that install has made, the innermost first. */
  madeFolders(): string[] {
    const made = this.#read()?.made_folder;
    const folders: string[] = [];
    if (made === undefined) return folders;
    for (let one = dirname(this.#file.target); one.startsWith(made); one = dirname(one)) folders.push(one);
    return folders;
  }

  /** Settings may hold keys, and after uninstall nobody needs the copy. */
  drop(): void {
    removeQuietly(this.path);
    removeQuietly(this.#record);
  }

  /** Without a record uninstall removes the entries one by one. */
  #read(): BackupRecord | undefined {
    const record = parseJson(readIfThere(this.#record) ?? "") as BackupRecord | undefined;
    return record?.settings_file === this.#file.target ? record : undefined;
  }
}

/** Tells whether anything would be taken out of it before it is stored, as text or by the names that values stand under. */
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
