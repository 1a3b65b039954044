import { dirname } from "node:path";
import type { Paths } from "../../host/paths.ts";
import { readPlace } from "../doctor/registered_hooks.ts";
import { followLinks, settingsPath } from "./settings_location.ts";

/** A settings file in which hooks of mneme are registered. */
export interface KnownSettings {
  readonly path: string;
  /** Whether it is the user's own, with which MCP server and skill go. */
  readonly isUsers: boolean;
  /** Folders of the executables that it starts. */
  readonly folders: readonly string[];
}

/** Every settings file with hooks of ours that can be known of: the user's, this folder's, and those that install noted. */
export function knownSettings(paths: Paths): KnownSettings[] {
  const places = [userSettings(), settingsPath({ project: true }), settingsPath({ local: true })];
  const known = new Map<string, KnownSettings>();
  for (const path of [...places, ...recordedSettings(paths)]) {
    if (path === undefined) continue;
    const { hooks } = readPlace({ path, option: "" });
    if (hooks.length === 0) continue;
    const target = followLinks(path);
    if (known.has(target)) continue;
    const folders = [...new Set(hooks.map(({ command }) => dirname(command)))];
    known.set(target, { path, isUsers: path === places[0], folders });
  }
  return [...known.values()];
}

function userSettings(): string | undefined {
  try {
    return settingsPath({});
  } catch {
    return undefined; // without HOME the client has no such file either
  }
}

function recordedSettings({ backups }: Paths): string[] {
  const folder = `${backups}/settings`;
  try {
    return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".record.json"))
      .flatMap(({ name }) => recordedFile(`${folder}/${name}`)).sort();
  } catch {
    return []; // nothing was installed from this data folder
  }
}

function recordedFile(record: string): string[] {
  try {
    const { settings_file: file } = JSON.parse(Deno.readTextFileSync(record));
    return typeof file === "string" ? [file] : [];
  } catch {
    return [];
  }
}
