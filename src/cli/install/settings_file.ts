import { basename, dirname, join } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { isSpecial } from "../../host/special.ts";
import { followLinks } from "./settings_location.ts";

/** A settings file as it was read; it belongs to the user, so it is replaced only as long as it is still that. */
export interface SettingsFile {
  /** What the user calls it. */
  readonly path: string;
  /** The file itself, behind all symbolic links. */
  readonly target: string;
  /** `undefined`: there is none. */
  readonly text: string | undefined;
}

/** Reads the file; one that does not exist is a legal answer. Throws UserError when it is not UTF-8 or not readable. */
export function readSettings(path: string): SettingsFile {
  try {
    const target = followLinks(path);
    return { path, target, text: readText(target) };
  } catch (error) {
    throw explain(path, error);
  }
}

/** Throws UserError unless the file may be changed: a file without write permission is somebody's decision. */
export function checkWritable(file: SettingsFile): void {
  if (file.text === undefined) return;
  try {
    const { mode } = Deno.statSync(file.target);
    if (mode !== null && (mode & 0o222) === 0) throw new Deno.errors.PermissionDenied();
    Deno.openSync(file.target, { write: true }).close();
  } catch (error) {
    throw explain(file.path, error);
  }
}

/**
 * Puts `text` in the place of what was read, in one step and with the same mode and owner; `undefined` removes the file.
 * Returns false, changing nothing, when the file is no longer what was read.
 */
export function replaceSettings(file: SettingsFile, text: string | undefined): boolean {
  try {
    if (text !== undefined) return replaceText(file, text);
    if (readText(file.target) !== file.text) return false;
    Deno.removeSync(file.target);
    return true;
  } catch (error) {
    throw explain(file.path, error);
  }
}

/** Runs `change` with the file, and once more if somebody else changed it meanwhile; `change` returns undefined for that. */
export function withSettings<T>(path: string, change: (file: SettingsFile) => T | undefined): T {
  const done = change(readSettings(path)) ?? change(readSettings(path));
  if (done !== undefined) return done;
  throw new UserError(`Cannot edit ${path}: another program keeps changing it`, {
    hint: "close Claude Code and run the command again",
  });
}

function readText(path: string): string | undefined {
  if (isSpecial(path)) throw new Error("it is a pipe or a device");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function replaceText(file: SettingsFile, text: string): boolean {
  const folder = dirname(file.target);
  Deno.mkdirSync(folder, { recursive: true });
  const temporary = join(
    folder,
    `.${basename(file.target)}.${Deno.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`,
  );
  try {
    writeDurably(temporary, text);
    keepOwnership(file, temporary);
    if (readText(file.target) === file.text) {
      Deno.renameSync(temporary, file.target);
      return true;
    }
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
  removeIfThere(temporary);
  return false;
}

function writeDurably(path: string, text: string): void {
  using file = Deno.openSync(path, { write: true, createNew: true });
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(file.writeSync(rest));
  file.syncSync();
}

/** `sudo mneme install` must not take the user's settings away from the user. */
function keepOwnership(file: SettingsFile, temporary: string): void {
  if (file.text === undefined) return;
  const old = Deno.statSync(file.target);
  const made = Deno.statSync(temporary);
  if (old.uid !== made.uid || old.gid !== made.gid) Deno.chownSync(temporary, old.uid, old.gid);
  if (old.mode !== null) Deno.chmodSync(temporary, old.mode & 0o7777);
}

/** Removes a file of ours, temporary or backup; one that stays does no harm, so failing is not worth a message. */
export function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // absent already, or not ours to remove
  }
}

function explain(path: string, error: unknown): Error {
  if (error instanceof UserError) return error;
  const [what, hint] = reasonFor(error);
  return new UserError(`Cannot edit ${path}: ${what}`, { hint, cause: error });
}

function reasonFor(error: unknown): readonly [string, string] {
  if (error instanceof TypeError) return ["it is not UTF-8 text", "save it as UTF-8"];
  if (error instanceof Deno.errors.IsADirectory) return ["it is a folder", "name a file"];
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return ["it or its folder is read-only", "make it writable, or name another file with --settings"];
  }
  return [error instanceof Error ? error.message : String(error), "name another file with --settings"];
}
