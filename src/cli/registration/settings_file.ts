// Reads and replaces settings files, and knows where Claude Code has its own.
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { entryAt, infoOf, isFolder, unlessAbsent, writeAtomic } from "../../machine/files.ts";
import { homeFolder, homeVariable } from "../../machine/paths.ts";
import { setExactMode } from "../../machine/exact_mode.ts";
import { plainReason } from "../frame/attempt.ts";
import type { Flags } from "../frame/command.ts";
import { isThere, realPath, resolvePath } from "../frame/typed_paths.ts";

export type SettingsFile = Readonly<ReturnType<typeof readSettings>>;

/** Reads a file, which need not exist; `target` is behind all links. Throws a `UserError` if it cannot. */
export function readSettings(path: string) {
  try {
    const target = followLinks(path);
    return { path, target, text: readText(target) };
  } catch (error) {
    throw explain(path, error);
  }
}

/** Throws a `UserError` for a folder that takes no file, or a read-only file, which may be so on purpose. */
export function checkWritable(file: SettingsFile): void {
  try {
    let folder = dirname(file.target);
    while (!isThere(folder) && dirname(folder) !== folder) folder = dirname(folder);
    Deno.removeSync(Deno.makeTempFileSync({ dir: folder }));
    if (file.text === undefined) return;
    const { mode } = Deno.statSync(file.target);
    if (mode !== null && (mode & 0o222) === 0) throw new Deno.errors.PermissionDenied();
    Deno.openSync(file.target, { write: true }).close();
  } catch (error) {
    throw explain(file.path, error);
  }
}

/**
 * Writes a file with its mode and owner; `undefined` removes it and the link to it. Throws a `UserError`, and
 * changes nothing, if the file was changed since it was read.
 */
export function replaceSettings({ path, target, text: before }: SettingsFile, text: string | undefined) {
  try {
    if (readText(target) !== before) throw new Deno.errors.NotFound("the file that was read");
    if (text === undefined) return [...new Set([target, path])].forEach((one) => Deno.removeSync(one));
    const old = before === undefined ? undefined : Deno.statSync(target);
    Deno.mkdirSync(dirname(target), { recursive: true });
    writeAtomic(target, text, {
      mode: old?.mode ?? 0o666,
      durable: true,
      // `sudo mneme install` must not take the settings away from the user.
      finish: (temporary, own) => old && setExactMode(temporary, own, old),
    });
  } catch (error) {
    throw explain(path, error);
  }
}

function readText(path: string): string | undefined {
  const info = infoOf(path);
  if (info?.isFile === false && !info.isDirectory) throw new Error("it is a pipe or a device"); // reading might never end
  const bytes = unlessAbsent(() => Deno.readFileSync(path));
  return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function explain(path: string, cause: unknown): Error {
  if (cause instanceof UserError) return cause;
  const refusal = (what: string, hint: string) =>
    new UserError(`Cannot edit ${path}: ${what}`, { hint, cause });
  if (cause instanceof Deno.errors.NotFound) { // reading an absent file throws nothing
    return refusal("another program has just changed it", "run the command again");
  }
  if (cause instanceof TypeError) return refusal("it is not UTF-8 text", "save it as UTF-8");
  if (isFolder(path)) return refusal("it is a folder", "name a file");
  const isReadOnly = cause instanceof Deno.errors.PermissionDenied || cause instanceof Deno.errors.NotCapable;
  const what = isReadOnly ? "it or its folder is read-only" : plainReason(cause);
  return refusal(what, "change that, or name another file with --settings, for Claude Code only");
}

export type ScopeOptions = Flags<"settings", Scope>;

export function settingsPath(options: ScopeOptions): string {
  if (options.settings !== undefined) return resolvePath(options.settings);
  if (options.project) return resolve(".claude", "settings.json");
  if (options.local) return resolve(".claude", "settings.local.json");
  return join(clientFolder(), "settings.json");
}

export const SCOPES = ["user", "project", "local"] as const;

export type Scope = typeof SCOPES[number];

export type SettingsPlace = Readonly<ReturnType<typeof settingsPlaces>[number]>;

/** Returns the files for the current folder; in the home folder, the project's is also the user's. */
export function settingsPlaces() {
  const scopes = clientFolderOrNone() === undefined ? SCOPES.slice(1) : SCOPES;
  const places = scopes.map((scope) => ({ path: settingsPath({ [scope]: true }), scope }));
  return places.filter(({ path }, i) => places.findIndex((one) => one.path === path) === i);
}

/** Returns the folder in which an organisation keeps the settings that overrule all others. */
export function managedFolder(system = Deno.build.os): string {
  if (system === "windows") return "C:\\Program Files\\ClaudeCode";
  return system === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";
}

/** Returns the file behind all links: a link of a dotfile manager stays a link. */
export function followLinks(path: string): string {
  if (entryAt(path)?.isSymlink !== true) return path;
  if (infoOf(path) !== undefined) return realPath(path);
  throw new UserError(`Cannot edit ${path}: it is a symbolic link that leads to no file`, {
    hint: "make that file, or correct the link",
  });
}

export function clientFolder(): string {
  const folder = clientFolderOrNone();
  if (folder !== undefined) return folder;
  const variables = `neither ${homeVariable()} nor CLAUDE_CONFIG_DIR is set`;
  const hint = "name the file with --settings";
  throw new UserError(`Cannot find the settings of Claude Code: ${variables}`, { hint });
}

export function clientFolderOrNone(): string | undefined {
  const chosen = Deno.env.get("CLAUDE_CONFIG_DIR");
  if (chosen) return resolve(chosen);
  const home = homeFolder();
  return home === undefined ? undefined : join(home, ".claude");
}
